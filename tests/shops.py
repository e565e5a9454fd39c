"""A shop whose list of lamps goes on over several pages, as a server, a folder and texts; with traps."""

LAMPS = 5  # on a page
KINDS = "Desk Floor Table Wall Garden Night Reading Ceiling Street Oil Paper Glass".split()


def lamp(n):
    """One lamp of the list."""
    name = f"{KINDS[n % 12]} lamp {'of brass with a shade' if n % 3 else 'made of oak'} number {n}"
    return (
        f"<li><h3><a href='/lamp/{n}'>{name}</a></h3> <p>Gives warm light for {n % 7 + 2} rooms</p> <i>£{n}.50</i></li>"
    )


def lamps(page, pager):
    """A page of the list with its pager."""
    rows = "".join(lamp(n) for n in range(LAMPS * (page - 1) + 1, LAMPS * page + 1))
    return f"<title>Lamps</title><h1>Lamps</h1><main><ul>{rows}</ul></main><p>{pager}</p><p>Open from 9 to 5".encode()


def numbered(page, last, link):
    """A row of numbers with a link to the next page."""
    row = " ".join(f"<b>{n}</b>" if n == page else f"<a href='{link(n)}'>{n}</a>" for n in range(1, last + 1))
    return row + (f" <a href='{link(page + 1)}'>Next</a>" if page < last else "")


def number_of(path, name="page"):
    """The number that a path has as a parameter; 1 without one."""
    pairs = dict(pair.partition("=")[::2] for pair in path.partition("?")[2].split("&") if pair)
    return int(pairs.get(name, 1))


def shop(last=4):
    """Answers for a server: `/lamps` with `last` pages, and robots.txt."""

    def answer(handler):
        if handler.path == "/robots.txt":
            handler.reply(b"User-agent: *\nDisallow: /private\n", headers={"Content-Type": "text/plain"})
        elif handler.path.partition("?")[0] in ("/lamps", "/private"):
            base = handler.path.partition("?")[0]
            page = number_of(handler.path)
            handler.reply(lamps(page, numbered(page, last, lambda n: f"{base}?page={n}")))
        else:
            handler.reply(b"gone", 404)

    return answer


def save_shop(folder, last=3):
    """A folder with the pages of the list; returns the path of the first."""
    folder.mkdir(parents=True, exist_ok=True)
    for n in range(1, last + 1):
        (folder / f"lamps-page-{n}.html").write_bytes(lamps(n, numbered(n, last, lambda n: f"lamps-page-{n}.html")))
    return folder / "lamps-page-1.html"
