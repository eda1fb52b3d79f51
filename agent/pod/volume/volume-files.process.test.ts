// Files of volumes: updates that are seen whole, and paths that lead nowhere else.

import { spawn, spawnSync } from 'node:child_process';
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  statfs,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Pod } from '../object/pod.ts';
import type { ProjectedSource } from '../object/volume.ts';
import { writeAtomically } from './atomic-writer.ts';
import { prepareHostPath } from './host-path.ts';
import { type Payload, type PayloadFacts, payloadOf } from './payload.ts';
import { mountPoints, mountsBelow, unmount } from '../../../shared/process/host/mount-table.ts';
import { removeTree } from './remove-tree.ts';
import { mountSubPath, resolveSubPath } from './sub-path.ts';
import { prepareVolumes, removePodFolder } from './volumes.ts';

async function folderOf(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'volume-'));
  t.teardown(() => rm(folder, { recursive: true }));
  return folder;
}

const payload = (files: Readonly<Record<string, string>>, mode = 0o644): Payload =>
  new Map(Object.entries(files).map(([path, text]) => [path, { content: Buffer.from(text), mode }]));
const nobody = { group: undefined };

t.test('an update replaces all files at once, and what is the same is left alone', async (t) => {
  const folder = await folderOf(t);
  t.equal(await writeAtomically(folder, payload({ a: '1', 'dir/b': '2' }, 0o400), nobody), true);
  t.equal(await readFile(join(folder, 'dir/b'), 'utf8'), '2');
  t.equal((await stat(join(folder, 'a'))).mode & 0o777, 0o400);
  const first = await readlink(join(folder, '..data'));
  t.equal(await writeAtomically(folder, payload({ a: '1', 'dir/b': '2' }, 0o400), nobody), false);
  t.equal(await readlink(join(folder, '..data')), first, 'nothing was written');
  t.equal(await writeAtomically(folder, payload({ a: '3' }), nobody), true);
  t.equal(await readFile(join(folder, 'a'), 'utf8'), '3');
  t.strictSame(
    (await readdir(folder)).filter((name) => !name.startsWith('..')),
    ['a'],
    'removed files are gone',
  );
  t.equal((await readdir(folder)).filter((name) => name.startsWith('..2')).length, 1, 'no version is left behind');
  t.ok((await lstat(join(folder, 'a'))).isSymbolicLink());
});

t.test('links that something else put into the folder lead nowhere', async (t) => {
  const folder = await folderOf(t);
  const [volume, outside] = [join(folder, 'volume'), join(folder, 'outside')];
  await mkdir(volume);
  await mkdir(outside);
  await writeFile(join(outside, 'a'), 'kept');
  for (const target of ['../outside', outside, '..', '.', '..2026/../../outside']) {
    await writeAtomically(volume, payload({ a: '1' }), nobody);
    await rm(join(volume, '..data'));
    await symlink(target, join(volume, '..data'));
    t.equal(await writeAtomically(volume, payload({ a: '1' }), nobody), true, target);
    t.equal(await readFile(join(volume, 'a'), 'utf8'), '1');
  }
  await rm(join(volume, '..data'));
  await mkdir(join(volume, '..data', 'x'), { recursive: true });
  await rm(join(volume, 'a'));
  await symlink('../outside/a', join(volume, 'a'));
  await mkdir(join(volume, '..data_tmp', 'x'), { recursive: true });
  await writeAtomically(volume, payload({ a: '2' }), nobody);
  t.equal(await readFile(join(volume, 'a'), 'utf8'), '2', 'a link that leads elsewhere is replaced');
  t.equal(await readFile(join(outside, 'a'), 'utf8'), 'kept');
  t.equal((await readdir(volume)).filter((name) => /^\.\.\d/.test(name)).length, 1, 'what a crash left is gone');
});

t.test('a path out of the volume is refused before anything is written', async (t) => {
  const folder = await folderOf(t);
  for (const path of ['../x', '/x', 'a/../../x', '..data', '..x', 'a//b', './a', '']) {
    await t.rejects(
      writeAtomically(folder, payload({ ok: '1', [path]: '2' }), nobody),
      { name: 'VolumeRefused' },
      path,
    );
  }
  t.strictSame(await readdir(folder), []);
});

t.test('a sub-path is made where nothing is, and never leads out of its volume', async (t) => {
  const folder = await folderOf(t);
  const volume = join(folder, 'volume');
  await mkdir(volume);
  await mkdir(join(folder, 'outside'));
  t.equal(await resolveSubPath(volume, ''), volume);
  t.equal(await resolveSubPath(volume, 'a/b'), join(volume, 'a/b'));
  t.ok((await stat(join(volume, 'a/b'))).isDirectory());
  await writeFile(join(volume, 'file'), 'x');
  t.equal(await resolveSubPath(volume, './file'), join(volume, 'file'));
  await symlink('a', join(volume, 'inside'));
  t.equal(await resolveSubPath(volume, 'inside/b'), join(volume, 'a/b'), 'a link inside may be followed');
  await symlink('../outside', join(volume, 'up'));
  await symlink('/etc', join(volume, 'root'));
  await symlink('../not-there', join(volume, 'dangling'));
  for (const path of ['../outside', 'a/../../outside', '/etc', 'up', 'up/x', 'root/passwd', 'dangling']) {
    await t.rejects(resolveSubPath(volume, path), { name: 'VolumeRefused' }, path);
  }
  t.strictSame(await readdir(join(folder, 'outside')), [], 'nothing was made outside');
});

const mounts = process.getuid?.() === 0 ? {} : { skip: 'mounting needs root' };

t.test('a sub-path that is swapped for a link all the time is never mounted from outside', mounts, async (t) => {
  const folder = await folderOf(t);
  const [volume, target] = [join(folder, 'volume'), join(folder, 'target')];
  await mkdir(join(volume, 'a'), { recursive: true });
  await mkdir(join(folder, 'outside'));
  await writeFile(join(folder, 'outside', 'secret'), '');
  const swap = `const fs = require('fs'); process.chdir(process.argv[1]); fs.symlinkSync('../outside', 'l');
    process.stdout.write('x'); for (;;) { fs.renameSync('a', 'd'); fs.renameSync('l', 'a'); fs.renameSync('a', 'l'); fs.renameSync('d', 'a'); }`;
  const swapper = spawn(process.execPath, ['-e', swap, volume], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(async () => {
    swapper.kill('SIGKILL');
    for (const point of await mountsBelow(folder)) await unmount(point);
  });
  await new Promise((resolve) => swapper.stdout.once('data', resolve));
  let mounted = 0;
  for (let tries = 0; tries < 150; tries += 1) {
    const done = await mountSubPath(volume, 'a', target).then(
      () => true,
      () => false,
    );
    if (!done) continue;
    mounted += 1;
    t.strictSame(await readdir(target), [], 'the folder inside');
  }
  t.comment(`${mounted} of 150 were mounted`);
});

t.test('a sub-path of a file is mounted as a file, and again in its own place', mounts, async (t) => {
  const folder = await folderOf(t);
  const target = join(folder, 'sub', 'target');
  t.teardown(async () => {
    for (const point of await mountsBelow(folder)) await unmount(point);
  });
  await mkdir(join(folder, 'volume'));
  await writeFile(join(folder, 'volume', 'f'), 'text');
  await mountSubPath(join(folder, 'volume'), 'f', target);
  t.equal(await readFile(target, 'utf8'), 'text');
  await mountSubPath(join(folder, 'volume'), 'f', target);
  t.strictSame(await mountsBelow(folder), [target], 'once');
});

t.test('mount points are read with the characters that the kernel masks', async (t) => {
  const line = '36 35 98:0 /r /a\\040b\\134c rw,noatime master:1 - ext3 /dev/root rw';
  t.strictSame(mountPoints(`${line}\n`), ['/a b\\c']);
});

t.test('a path of the host is of the type that the pod wants, or is made', async (t) => {
  const folder = await folderOf(t);
  await writeFile(join(folder, 'file'), '');
  await prepareHostPath(join(folder, 'none'), '');
  await t.rejects(stat(join(folder, 'none')), { code: 'ENOENT' }, 'any type: nothing is made');
  await prepareHostPath(join(folder, 'd'), 'DirectoryOrCreate');
  t.ok((await stat(join(folder, 'd'))).isDirectory());
  await prepareHostPath(join(folder, 'f'), 'FileOrCreate');
  t.ok((await stat(join(folder, 'f'))).isFile());
  await prepareHostPath(folder, 'Directory');
  for (const [path, type, message] of [
    ['file', 'Directory', /is not a directory/],
    ['d', 'File', /is not a file/],
    ['none', 'Directory', /is not a directory/],
    ['file', 'Socket', /is not a socket file/],
    ['file', 'DirectoryOrCreate', /is not a directory/],
    ['file', 'Wrong', /type Wrong is unknown/],
  ] as const) {
    await t.rejects(prepareHostPath(join(folder, path), type), { name: 'VolumeRefused', message }, type);
  }
});

const tokenPod = (users: readonly (number | undefined)[], security: object = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', namespace: 'ns' },
  spec: {
    securityContext: security,
    containers: users.map((runAsUser, at) => ({
      name: `c${at}`,
      ...(runAsUser === undefined ? {} : { securityContext: { runAsUser } }),
    })),
  },
});
const sources = (...list: readonly ProjectedSource[]) => ({
  name: 'v',
  projected: { defaultMode: 0o644, sources: list },
});
const factsOf = (pod: Pod): PayloadFacts => ({
  pod,
  podIps: [],
  hostIps: [],
  nodeName: 'n1',
  allocatable: {},
  read: async () => ({ type: '', values: new Map([['a', Buffer.from('1')]]) }),
  token: async () => 'token',
});

t.test('a token is for the one user of a pod, or for its group, where the pod has one', async (t) => {
  const { signal } = new AbortController();
  const fileOf = async (pod: Pod) =>
    (await payloadOf(factsOf(pod), sources({ serviceAccountToken: { path: 'token' } }), signal))?.get('token');
  t.match(await fileOf(tokenPod([7, 7])), { mode: 0o600, owner: 7 });
  t.match(await fileOf(tokenPod([undefined, 7], { runAsUser: 7 })), { mode: 0o600, owner: 7 });
  for (const users of [[7, 8], [7, undefined], [undefined]]) {
    const found = await fileOf(tokenPod(users));
    t.strictSame([found?.mode, found?.owner], [0o644, undefined], JSON.stringify(users));
  }
  const grouped = await fileOf(tokenPod([undefined], { fsGroup: 9 }));
  t.strictSame([grouped?.mode, grouped?.owner], [0o600, undefined]);
});

t.test('a key that is not there is named in the words of its kind', async (t) => {
  const { signal } = new AbortController();
  const items = [{ key: 'z', path: 'z' }];
  const ask = (source: ProjectedSource) => payloadOf(factsOf(tokenPod([])), sources(source), signal);
  await t.rejects(ask({ configMap: { name: 'x', items } }), {
    message: 'configmap references non-existent config key: z',
  });
  await t.rejects(ask({ secret: { name: 'x', items } }), { message: 'references non-existent secret key: z' });
});

t.test('a file may have an owner of its own', mounts, async (t) => {
  const folder = await folderOf(t);
  const files: Payload = new Map([['token', { content: Buffer.from('x'), mode: 0o600, owner: 1234 }]]);
  await writeAtomically(folder, files, nobody);
  const alone = await stat(join(folder, 'token'));
  t.strictSame([alone.uid, alone.gid, alone.mode & 0o777], [1234, 0, 0o600]);
  await rm(join(folder, '..data'));
  await writeAtomically(folder, files, { group: 5678 });
  const grouped = await stat(join(folder, 'token'));
  t.strictSame([grouped.uid, grouped.gid, grouped.mode & 0o777], [1234, 5678, 0o640]);
});

t.test('files in memory have no more room than their pod, their limit and the node', mounts, async (t) => {
  const { signal } = new AbortController();
  const sizeOf = async (memory: string | undefined, sizeLimit: string | undefined, allocatable: string) => {
    const folder = join(await folderOf(t), 'pod');
    const pod: Pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: {
        volumes: [{ name: 'v', emptyDir: { medium: 'Memory', ...(sizeLimit === undefined ? {} : { sizeLimit }) } }],
        containers: [
          {
            name: 'c',
            volumeMounts: [{ name: 'v', mountPath: '/v' }],
            ...(memory === undefined ? {} : { resources: { limits: { memory } } }),
          },
        ],
      },
    };
    await prepareVolumes(folder, pod, { ...factsOf(pod), allocatable: { memory: allocatable } }, signal);
    const { bsize, blocks } = await statfs(join(folder, 'volumes', 'empty-dir', 'v'));
    await removePodFolder(folder);
    return (bsize * blocks) / 1024 ** 2;
  };
  t.equal(await sizeOf('20Mi', undefined, '1Gi'), 20);
  t.equal(await sizeOf('20Mi', '5Mi', '1Gi'), 5);
  t.equal(await sizeOf('20Mi', '50Mi', '1Gi'), 20);
  t.equal(await sizeOf(undefined, undefined, '64Mi'), 64);
  t.equal(await sizeOf(undefined, '0', '64Mi'), 64);
});

t.test('a folder is removed however deep it is, and links in it lead nowhere', async (t) => {
  const root = await folderOf(t);
  const folder = join(root, 'pod');
  await mkdir(folder);
  await writeFile(join(root, 'kept'), '');
  const name = 'd'.repeat(200);
  // Step by step: no path leads to the end.
  const script = `const fs = require('fs'); for (let at = 0; at < 60; at += 1) {
    for (const one of ['${name}', 'side']) fs.mkdirSync(one);
    fs.symlinkSync('${root}', 'link');
    process.chdir('${name}');
  }
  fs.writeFileSync('f', '');`;
  const made = spawnSync(process.execPath, ['-e', script], { cwd: folder });
  t.equal(made.status, 0, made.stderr.toString());
  await t.rejects(rm(folder, { recursive: true }), { code: 'ENAMETOOLONG' });
  await removeTree(folder);
  t.strictSame(await readdir(root), ['kept']);
  await removeTree(folder);
  await symlink(root, folder);
  await removeTree(folder);
  t.strictSame(await readdir(root), ['kept'], 'what is a link itself goes alone');
});
