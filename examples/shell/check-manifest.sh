#!/bin/sh
# Checks a manifest with kubectl against a server of its own: every object is accepted without a warning, and applying the
# manifest a second time changes nothing.
#
#   check-manifest.sh MANIFEST
#
# ORCH_APISERVER is the command that starts the server (default: npx orch-apiserver).
set -eu

if [ "$#" -ne 1 ]; then
  echo "usage: $0 MANIFEST" >&2
  exit 2
fi

if [ -z "${CHECK_MANIFEST_INSIDE:-}" ]; then
  # Runs this script again beside a server; the exit code is that of the script.
  export CHECK_MANIFEST_INSIDE=1
  exec ${ORCH_APISERVER:-npx orch-apiserver} --vendor kubernetes --authorization-mode Node,RBAC --wait -- "$0" "$1"
fi

kubectl apply --warnings-as-errors -f "$1"
again=$(kubectl apply -f "$1")
if printf '%s\n' "$again" | grep -v ' unchanged$'; then
  echo "the objects above changed when the manifest was applied again" >&2
  exit 1
fi
kubectl get -f "$1"
