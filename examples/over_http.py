#!/usr/bin/env python3
"""A bot that comes to a table over HTTP, in the standard library alone: over_http.py URL TABLE [NAME]."""

import json
import random
import sys
import urllib.request
import uuid

URL, TABLE, NAME = (*sys.argv[1:], "Pip")[:3]
token = ""


def call(path, body=None):
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{URL}/api{path}", data, headers)) as answer:
        return json.load(answer)


token = call("/guests", {"name": NAME})["token"]
seen = call(f"/tables/{TABLE}/sit", {})
while seen["phase"] != "over":
    if seen["legal"]:
        order = {"action": random.choice(seen["legal"]), "v": seen["v"], "id": uuid.uuid4().hex}
        seen = call(f"/tables/{TABLE}/act", order)
    else:
        seen = call(f"/tables/{TABLE}?v={seen['v']}&wait=20")  # answered when there is something new
print(json.dumps(seen["result"]))
