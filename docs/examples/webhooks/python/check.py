"""python3 check.py by_hand < request.json: exit code 0 for a genuine request, 1 for any other."""

import importlib
import json
import sys

sys.dont_write_bytecode = True
verify = importlib.import_module(sys.argv[1]).verify
request = json.loads(sys.stdin.buffer.read())
try:
    print(verify(request["secret"], request["headers"], request["body"].encode())["id"])
except Exception as error:
    print(error, file=sys.stderr)
    sys.exit(1)
