"""Certificates for servers on the loopback, made anew in each test."""

import ipaddress
import ssl
from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HERE = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
ELSEWHERE = x509.DNSName("other.example")


class Authority:
    """Who vouches for servers; its own certificate is in a file, to be trusted or not."""

    def __init__(self, folder):
        self._folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Authority of the tests")])
        self._certificate = self._made(self._name, self._key, x509.BasicConstraints(ca=True, path_length=None))
        self.path = folder / "authority.pem"
        self.path.write_bytes(self._certificate.public_bytes(serialization.Encoding.PEM))

    def server(self, name=HERE):
        """What a server needs to show that it is one of that name."""
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "server")])
        made = self._made(subject, key, x509.SubjectAlternativeName([name]))
        return context(self._folder / "server.pem", key, made)

    def _made(self, subject, key, extension):
        now = datetime.now(UTC)
        about = x509.CertificateBuilder(self._name, subject, key.public_key(), x509.random_serial_number())
        about = about.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        return about.add_extension(extension, critical=False).sign(self._key, hashes.SHA256())


def context(path, key, certificate):
    """The context of a server with a certificate."""
    plain = serialization.NoEncryption()
    secret = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    path.write_bytes(secret + certificate.public_bytes(serialization.Encoding.PEM))
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    found.load_cert_chain(path)
    return found


def self_signed(folder, name=HERE):
    """What a server needs that nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "server")])
    now = datetime.now(UTC)
    about = x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
    about = about.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    made = about.add_extension(x509.SubjectAlternativeName([name]), critical=False).sign(key, hashes.SHA256())
    return context(folder / "self.pem", key, made)
