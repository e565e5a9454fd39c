"""Prints whether this installation uses compiled kernels."""

from weblode import kernels

reason = kernels.missing()
print("compiled kernels: yes" if reason is None else f"compiled kernels: no, everything works but slower: {reason}")
