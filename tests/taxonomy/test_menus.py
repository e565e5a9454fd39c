"""Which rows of an outline are labels, what is beside them, and what is above."""

from taxonomy.made import WEB, homes

from weblode.taxonomy.keys import key
from weblode.taxonomy.labels import labels


def links(*names, folder=""):
    return "".join(f"<li><a href={folder}/{name.lower().replace(' ', '-')}>{name}</a>" for name in names)


def above(found, name):
    """The labels above a label, of each of its groups."""
    return {group.above[:1] for group in found.groups if key(name) in group.keys}


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
