"""What the application answers where there is nothing."""

import pytest

PEOPLE = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nothing", "/records/x/y", "/ontology/x/y/z/a"])
def test_people_get_the_shell_where_there_is_nothing_and_programs_the_reason(client, path):
    shell = client.get(path, headers=PEOPLE)
    assert shell.status_code == 404
    assert shell.text == client.get("/records").text
    for address, headers in ((path, {}), (f"{path}.json", PEOPLE)):
        answer = client.get(address, headers=headers)
        assert answer.status_code == 404
        assert answer.json() == {"error": "Not Found"}


def test_what_cannot_be_done_there_is_told_as_data(client):
    answer = client.post("/records", headers=PEOPLE)
    assert answer.status_code == 405
    assert answer.json() == {"error": "Method Not Allowed"}
