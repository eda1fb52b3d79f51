#!/bin/sh
# Installs or removes the orchkit services on a host with systemd. Running it again changes nothing that is in place;
# configuration and data are never overwritten, and kept when the services are removed.
#
#   install.sh [--destination DIR] [--prefix DIR] [--agent [--pods]] [--apiserver] [--no-start] [--uninstall]
#
#   --destination DIR  put files below DIR and leave the running system alone (packaging, tests). Default: /
#   --prefix DIR       where the programs go, as the host sees it. Default: /usr/local
#   --agent, --apiserver
#                      only this service. Default: both
#   --pods           the agent runs pods, with the rights that this needs; they stay when it is installed again without
#   --no-start         enable the services but do not start or restart them
#   --uninstall        stop and remove services and programs
set -eu
# Services of other users read what is put in place, however narrow the umask of whoever installs it is.
umask 022

destination=
prefix=/usr/local
services=
start=yes
pods=no
action=install
source=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
programs=${ORCHKIT_PROGRAMS:-$source/../dist/bin}
# In a clone the packages stand in its folder, in an installed package beside it.
packages=${ORCHKIT_PACKAGES:-$source/../node_modules}
[ -d "$packages/lmdb" ] || [ ! -d "$source/../../lmdb" ] || packages=$source/../..

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit "${2:-1}"
}

while [ $# -gt 0 ]; do
  case $1 in
    --destination | --prefix)
      [ $# -ge 2 ] || fail "$1 needs a folder" 2
      case $2 in
        /*) ;;
        *) fail "$1 $2: must be an absolute path" 2 ;;
      esac
      if [ "$1" = --prefix ]; then prefix=${2%/}; else destination=${2%/}; fi
      shift
      ;;
    --agent) services="$services orch-agent" ;;
    --apiserver) services="$services orch-apiserver" ;;
    --pods) pods=yes ;;
    --no-start) start=no ;;
    --uninstall) action=uninstall ;;
    -h | --help)
      sed -n '2,/^set/s/^# \{0,1\}//p' "$0"
      exit 0
      ;;
    *) fail "unknown option $1; see install.sh --help" 2 ;;
  esac
  shift
done
[ -n "$services" ] || services='orch-agent orch-apiserver'
case "$pods $services" in
  no* | *orch-agent*) ;;
  *) fail '--pods is for the agent: add --agent' 2 ;;
esac
units=$destination/etc/systemd/system
if [ "$action" = install ]; then
  command -v node > /dev/null || fail 'node is missing: install Node 20.19 or newer'
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
    fail "node is $(node --version): install Node 20.19 or newer"
fi
# Only a destination that is the host itself is told to systemd.
live=no
[ -n "$destination" ] || live=yes
if [ "$live" = yes ]; then
  [ "$(id -u)" = 0 ] || fail 'must run as root (or with --destination)'
  [ -d /run/systemd/system ] || fail 'this host does not run systemd (use --destination for packaging)'
  # The folders in which systemd itself looks.
  [ "$action" = uninstall ] || (PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin command -v node > /dev/null) ||
    printf 'install.sh: services find node in /usr/local/bin or /usr/bin only: link %s there\n' "$(command -v node)" >&2
fi
# Services of which something changed.
renewed=

# put MODE FROM TO: copies when the content or the mode differ, and says so.
put() {
  if [ -f "$3" ] && cmp -s "$2" "$3" && [ "$(stat -c %a "$3")" = "$1" ]; then return 0; fi
  install -D -m "$1" "$2" "$3.new"
  mv -f "$3.new" "$3"
  changed=yes
  printf 'installed %s\n' "$3"
}

# keep MODE TO: writes standard input to a file that is not there yet.
keep() {
  if [ -e "$2" ]; then
    cat > /dev/null
    return 0
  fi
  mkdir -p "$(dirname "$2")"
  (umask 077 && cat > "$2")
  chmod "$1" "$2"
  printf 'installed %s\n' "$2"
}

remove() {
  for path in "$@"; do
    [ -e "$path" ] || continue
    rm -f "$path"
    printf 'removed %s\n' "$path"
  done
}

# The code of a program lies in a folder of its name, beside the file that starts it.
put_parts() {
  for part in "$programs/$service"/*.mjs; do
    [ -f "$part" ] || fail "$programs/$service is empty: run npm run build first"
    put 644 "$part" "$destination$prefix/lib/orchkit/$service/${part##*/}"
  done
}

# Those that an older program had.
remove_old_parts() {
  for part in "$destination$prefix/lib/orchkit/$service"/*; do
    [ -e "$programs/$service/${part##*/}" ] || remove "$part"
  done
}

# The unit, without the setting that a systemd before 253 warns of because it does not know it.
unit_of() {
  version=$(systemctl --version 2> /dev/null | sed -n '1s/^systemd \([0-9]*\).*/\1/p')
  if [ "${version:-0}" -ge 253 ]; then unknown=; else unknown='/^OpenFile=/d'; fi
  sed -e "$unknown" -e "s|@prefix@|$prefix|g" "$source/$1.service"
}

# A new page alone is no reason to restart a service.
put_page() {
  [ -f "$1" ] || return 0
  before=$changed
  put 644 "$1" "$2"
  changed=$before
}

# The names of the pages about a service in a folder, among them the one that its unit names.
pages_of() {
  case $1 in
    orch-agent) pages=agent ;;
    *) pages=server ;;
  esac
  for page in "$2/$pages.md" "$2/$pages"-*.md; do
    [ ! -f "$page" ] || printf '%s\n' "${page##*/}"
  done
}

install_service() {
  service=$1
  changed=
  [ -f "$programs/$service.js" ] || fail "$programs/$service.js is missing: run npm run build first"
  put_parts
  put 644 "$programs/package.json" "$destination$prefix/lib/orchkit/package.json"
  put 755 "$programs/$service.js" "$destination$prefix/lib/orchkit/$service.js"
  remove_old_parts
  printf '#!/bin/sh\nexec node %s/lib/orchkit/%s.js "$@"\n' "$prefix" "$service" > "$work/start"
  put 755 "$work/start" "$destination$prefix/bin/$service"
  for page in $(pages_of "$service" "$source/../docs"); do
    put_page "$source/../docs/$page" "$destination$prefix/share/doc/orchkit/$page"
  done
  unit_of "$service" > "$work/unit"
  put 644 "$work/unit" "$units/$service.service"
  mkdir -p "$destination/etc/$service"
  chmod 750 "$destination/etc/$service"
  variable=$(printf %s "$service" | tr 'a-z-' 'A-Z_')_FLAGS
  printf '# More flags for %s.\n#%s=--v=2\n' "$service" "$variable" | keep 640 "$destination/etc/$service/environment"
  [ "$service" = orch-apiserver ] || mkdir -p "$destination/etc/$service/conf.d"
  [ "$service $pods" != 'orch-agent yes' ] || put 644 "$source/orch-agent-pods.conf" "$units/orch-agent.service.d/pods.conf"
  [ "$service" = orch-agent ] || install_native
  [ -z "$changed" ] || renewed="$renewed $service"
}

# The names of a package and of all that it needs, as far as they are installed: one may be for another platform.
needed_by() {
  node -e '
    const { existsSync, readFileSync } = require("node:fs");
    const found = new Set();
    const visit = (name) => {
      const manifest = `${process.argv[1]}/${name}/package.json`;
      if (found.has(name) || !existsSync(manifest)) return;
      found.add(name);
      const { dependencies, optionalDependencies } = JSON.parse(readFileSync(manifest, "utf8"));
      Object.keys({ ...dependencies, ...optionalDependencies }).forEach(visit);
    };
    visit(process.argv[2]);
    console.log([...found].join(" "));
  ' "$packages" "$1"
}

# The store's engine is native code and stays a package beside the program.
install_native() {
  [ -d "$packages/lmdb" ] || fail "$packages/lmdb is missing: run npm install first"
  for package in $(needed_by lmdb); do
    target=$destination$prefix/lib/orchkit/node_modules/$package
    if [ -d "$target" ] && diff -rq "$packages/$package" "$target" > /dev/null 2>&1; then continue; fi
    rm -rf "$target"
    mkdir -p "$(dirname "$target")"
    cp -RL "$packages/$package" "$target"
    changed=yes
    printf 'installed %s\n' "$target"
  done
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ "$action" = uninstall ]; then
  for service in $services; do
    [ "$live" = no ] || systemctl disable --now "$service.service" 2> /dev/null || true
    remove "$units/$service.service" "$destination$prefix/bin/$service" "$destination$prefix/lib/orchkit/$service.js"
    rm -rf "$destination$prefix/lib/orchkit/$service"
    [ "$service" = orch-apiserver ] || remove "$units/orch-agent.service.d/pods.conf"
    rmdir "$units/$service.service.d" 2> /dev/null || true
    for page in $(pages_of "$service" "$destination$prefix/share/doc/orchkit"); do
      remove "$destination$prefix/share/doc/orchkit/$page"
    done
    rmdir "$destination$prefix/share/doc/orchkit" 2> /dev/null || true
  done
  if [ ! -e "$units/orch-agent.service" ] && [ ! -e "$units/orch-apiserver.service" ]; then
    remove "$destination/usr/lib/sysusers.d/orchkit.conf" "$destination/usr/lib/tmpfiles.d/orchkit.conf"
    remove "$destination$prefix/lib/orchkit/package.json"
    rm -rf "$destination$prefix/lib/orchkit/node_modules"
    rmdir "$destination$prefix/lib/orchkit" 2> /dev/null || true
  fi
  [ "$live" = no ] || systemctl daemon-reload
  exit 0
fi

put 644 "$source/orchkit.sysusers.conf" "$destination/usr/lib/sysusers.d/orchkit.conf"
put 644 "$source/orchkit.tmpfiles.conf" "$destination/usr/lib/tmpfiles.d/orchkit.conf"
for service in $services; do install_service "$service"; done
if [ "$live" = yes ]; then
  systemd-sysusers orchkit.conf
  systemd-tmpfiles --create orchkit.conf
  systemctl daemon-reload
  for service in $services; do
    if [ "$service" = orch-agent ] && [ ! -e /etc/orch-agent/kubeconfig ] && [ ! -e /etc/orch-agent/bootstrap.kubeconfig ]; then
      printf 'orch-agent waits for kubeconfig or bootstrap.kubeconfig in /etc/orch-agent: put one there, then systemctl start orch-agent\n'
    fi
    systemctl enable "$service.service"
    case "$start $renewed " in
      yes*" $service "*) systemctl restart "$service.service" ;;
      # One that runs goes on.
      yes*) systemctl start "$service.service" ;;
    esac
  done
fi
