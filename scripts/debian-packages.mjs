// The Debian packages that the tests of real parts use. Where root or apt is missing nothing happens: those tests then
// report themselves as skipped, with the reason.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where this machine's libraries lie. */
const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;

/** Package by the file that shows it is there. */
const packages = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/containerd': 'containerd',
  '/usr/sbin/runc': 'runc',
  '/usr/lib/cni/bridge': 'containernetworking-plugins',
  '/bin/busybox': 'busybox-static',
  '/usr/bin/openssl': 'openssl',
  '/usr/bin/mmdebstrap': 'mmdebstrap',
  '/usr/bin/chromium': 'chromium',
  '/usr/bin/systemd-nspawn': 'systemd-container',
  '/usr/lib/python3/dist-packages/kubernetes/__init__.py': 'python3-kubernetes',
  [`${libraries}/faketime/libfaketimeMT.so.1`]: 'libfaketime',
};

export function installDebianPackages() {
  const missing = Object.entries(packages).filter(([file]) => !existsSync(file) && !existsSync(`/usr${file}`));
  if (missing.length === 0) return;
  const names = missing.map(([, name]) => name);
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    process.stderr.write(`not installed: ${names.join(', ')} (needs root and apt); their tests are skipped\n`);
    return;
  }
  process.stderr.write(`installing ${names.join(', ')} ...\n`);
  const apt = (...args) =>
    spawnSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args], {
      stdio: ['ignore', 'ignore', 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  const install = (...names) => apt('install', '-y', '--no-install-recommends', ...names).status === 0;
  if (install(...names)) return;
  // A package that this distribution lacks would make apt-get install none of the others.
  const failed = names.filter((name) => !install(name));
  if (failed.length > 0)
    process.stderr.write(`apt-get could not install ${failed.join(', ')}; the tests of them are skipped\n`);
}
