"""Which rows of an outline are labels, what is beside them, and what is above."""

from taxonomy.made import WEB, homes

from weblode.taxonomy.keys import key
from weblode.taxonomy.labels import labels


def links(*names, folder=""):
    return "".join(f"<li><a href={folder}/{name.lower().replace(' ', '-')}>{name}</a>" for name in names)


def above(found, name):
    """The labels above a label, of each of its groups."""
    return {group.above[:1] for group in found.groups if key(name) in group.keys}


MENUS = {
    "Mind": ("Memory", "Sleep", "Stress"),
    "Love": ("Marriage", "Dating", "Friends"),
    "Money": ("Saving", "Shares", "Pensions"),
    "Growth": ("Goals", "Habits"),
    "Services": ("Letters", "Parcels"),
}
TEAMS = ("Celtics", "Knicks", "Nets")


def test_a_heading_that_two_sites_have_above_the_same_labels_is_a_label_of_both():
    page = f"<h3>Atlantic</h3><ul>{links(*TEAMS)}</ul><h3>Central</h3><ul>{links('Bulls', 'Pacers')}</ul>"
    found = labels(homes(page, page), WEB)
    assert len(found.uses[key("Atlantic")]) == len(found.uses[key("Central")]) == 2
    assert not any(use.urls for use in found.uses[key("Atlantic")].values())
    assert above(found, "Knicks") == {(key("Atlantic"),)}


def test_a_heading_above_what_no_other_site_has_is_no_label():
    pages = [f"<h3>Featured</h3><ul>{links(*names)}</ul>" for names in (TEAMS, ("Apples", "Pears", "Plums"))]
    assert key("Featured") not in labels(homes(*pages), WEB).uses


def test_a_heading_in_a_row_of_headings_that_count_is_a_label():
    def row(*names, below="h3"):
        return "".join(f"<{below}>{name}</{below}><ul>{links(*MENUS[name])}</ul>" for name in names)

    other = row("Mind", "Love", "Money")
    assert {key("Mind"), key("Love"), key("Growth")} <= labels(
        homes(row("Mind", "Love", "Growth"), other), WEB
    ).uses.keys()
    assert key("Growth") not in labels(homes(row("Mind", "Growth"), other), WEB).uses  # of one that counts
    usual = labels(homes(row("Mind", "Love", "Services"), other), WEB).uses
    assert key("Services") not in usual  # unrelated sites have it


def test_a_heading_in_several_rows_of_a_site_is_no_label_by_them():
    def menu(name):
        inner = "".join(f"<li>{inner}<ul>{links(*MENUS[inner])}</ul>" for inner in ("Mind", "Love", "Growth"))
        return f"<li><a href=/{name}>{name}</a><ul>{inner}</ul>"

    other = "".join(f"<h3>{name}</h3><ul>{links(*MENUS[name])}</ul>" for name in ("Mind", "Love"))
    assert key("Growth") in labels(homes(f"<ul>{menu('Adults')}</ul>", other), WEB).uses
    assert key("Growth") not in labels(homes(f"<ul>{menu('Adults')}{menu('Teens')}</ul>", other), WEB).uses


def test_a_heading_above_products_is_no_label_by_its_row():
    items = ["Small blue kettle of steel", "Large red kettle of glass"]
    row = "".join(f"<h3>{name}</h3><ul>{links(*MENUS[name])}</ul>" for name in ("Mind", "Love"))
    page = f"{row}<h3>Bright Ideas</h3><ul>{links(*items)}</ul>"
    assert key("Bright Ideas") not in labels(homes(page, row), WEB).uses
    short = page.replace(items[0], "Kettles").replace(items[1], "Pans")
    assert key("Bright Ideas") in labels(homes(short, row), WEB).uses


def test_the_day_above_the_menus_of_pages_is_no_label():
    lists = {
        "5 October 2012": TEAMS,
        "2012 Draft": ("Bulls", "Pacers", "Hawks"),
        "Mind": ("Memory", "Sleep", "Stress"),
    }
    page = "".join(f"<h3>{name}</h3><ul>{links(*below)}</ul>" for name, below in lists.items())
    found = labels(homes(page, page), WEB).uses
    assert key("2012 Draft") in found
    assert key("5 October 2012") not in found


def test_a_link_to_another_part_of_the_page_names_no_group():
    def page(target):
        below = f"<ul>{links('Bulls', 'Pacers', 'Hawks')}</ul>"
        return (
            f"<a href=#{target}>Contents</a><ul id=menu>{links(*TEAMS)}</ul><h3>Central</h3>{below}<div id=main><p>Text"
        )

    assert key("Contents") in labels(homes(page("menu"), page("menu")), WEB).uses
    assert key("Contents") not in labels(homes(page("main"), page("main")), WEB).uses


def test_a_text_above_a_single_label_or_none_names_no_group():
    found = labels(homes("<h3>Contact</h3><ul><li><a href=/a>Mail</a></ul><h3>Notes</h3><p>Some words."), WEB)
    assert set(found.uses) == {key("Mail")}


def test_an_item_with_a_second_text_is_beside_the_others_of_its_list():
    wrapped = "<li><div><a href=/cricket>Cricket</a> <span>(IN)</span></div>"
    found = labels(homes(f"<ul>{links('Golf', 'Tennis')}{wrapped}{links('Rugby')}</ul>"), WEB)
    [group] = [group for group in found.groups if key("Cricket") in group.keys]
    assert {key("Golf"), key("Tennis"), key("Rugby")} <= set(group.keys)


def test_a_tab_names_the_unnamed_group_that_follows_it_and_not_one_before_it():
    def tab(name, *below):
        return f"<div class=tab><a href=/{name}>{name}</a><div><ul>{links(*below)}</ul></div></div>"

    page = tab("Networking", "Modems", "Firewalls") + tab("Electronics", "Radios", "Televisions")
    found = labels(homes(f"<div>{page}</div>"), WEB)
    assert above(found, "Modems") == {(key("Networking"),)}
    assert above(found, "Radios") == {(key("Electronics"),)}


def test_a_link_through_a_counter_leads_to_the_page_inside_it():
    counted = "http://count.example/c?to=http%3A%2F%2Fsite0.com%2Fnews"
    away = "http://count.example/c?to=http%3A%2F%2Felsewhere.com%2Fnews"
    found = labels(homes(f"<ul><li><a href={counted}>News</a><li><a href={away}>Other</a></ul>"), WEB)
    assert {one: list(use.urls) for one, uses in found.uses.items() for use in uses.values()} == {
        key("News"): ["http://site0.com/news"]
    }


def test_columns_of_the_same_length_are_one_list_and_others_are_not():
    names = [f"Topic {letter}" for letter in "abcdefghijklmno"]
    columns = [names[:5], names[5:10], names[10:]]
    page = "<h3>Topics</h3><div>" + "".join(f"<div><ul>{links(*each)}</ul></div>" for each in columns) + "</div>"
    [listing] = [group.keys for group in labels(homes(page), WEB).groups if len(group.keys) > 1]
    assert listing == tuple(map(key, names))
    uneven = [names[:6], names[6:]]
    page = "<h3>Topics</h3><div>" + "".join(f"<div><ul>{links(*each)}</ul></div>" for each in uneven) + "</div>"
    assert {len(group.keys) for group in labels(homes(page), WEB).groups if len(group.keys) > 1} == {9, 6}


def test_labels_that_a_script_tells_apart_by_the_query_of_the_home_page_lead_to_pages_of_their_own():
    names = [f"Topic {letter}" for letter in "abcdefghij"]
    menu = "".join(f"<li><a href='/?topic={i}'>{name}</a>" for i, name in enumerate(names))
    uses = labels(homes(f"<ul>{menu}<li><a href=/?from=logo>Home</a></ul>"), WEB).uses
    assert len({page for name in names for page in uses[key(name)]["site0.com"].pages()}) == len(names)
    few = "".join(f"<li><a href='/?topic={i}'>{name}</a>" for i, name in enumerate(names[:3]))
    assert not labels(homes(f"<ul>{few}</ul>"), WEB).uses
