// What is read from archives, and that hostile ones are refused in bounded memory and time.

import { constants } from 'node:fs';
import { access, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import t from 'tap';
import { criAnnotations, criLabels } from '../../shared/vendor/cri-labels.ts';
import { type ReadLimits, readArchive } from './archive-contents.ts';

const folder = await mkdtemp(join(tmpdir(), 'contents-'));
t.teardown(() => rm(folder, { recursive: true }));
const { signal } = new AbortController();
const small: ReadLimits = { description: 1000, entries: 50, time: 600_000 };

type Entry = readonly [Partial<Header> & { readonly name: string }, string?];

async function tar(...entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const [header, content] of entries) archive.entry({ mode: 0o600, ...header }, content ?? '');
  archive.finalize();
  return buffer(archive);
}

async function read(content: Uint8Array, limits?: ReadLimits) {
  const path = join(folder, 'a.tar');
  await writeFile(path, content);
  return readArchive(await open(path, constants.O_RDONLY | constants.O_NOFOLLOW), signal, limits);
}

const config: Entry = [
  { name: 'config.dump' },
  JSON.stringify({ id: 'c1', name: 'app', rootfsImageName: 'img:1', runtime: 'runc', checkpointedTime: 't' }),
];
const spec: Entry = [
  { name: 'spec.dump' },
  JSON.stringify({
    hostname: 'h\u001b[31m\u009b',
    process: { env: ['PASSWORD=hunter2'], args: ['--token=hunter2'] },
    annotations: { [criAnnotations.sandboxName]: 'web', [criAnnotations.sandboxNamespace]: 'default' },
  }),
];

t.test('plain and compressed archives show container and pod, and no secrets', async (t) => {
  const content = await tar(
    [{ name: 'checkpoint/', type: 'directory' }],
    [{ name: 'checkpoint/pages-1.img' }, 'x'],
    config,
    spec,
  );
  const wanted = {
    id: 'c1',
    container: 'app',
    image: 'img:1',
    runtime: 'runc',
    checkpointedTime: 't',
    pod: 'web',
    namespace: 'default',
    hostname: 'h\\u001b[31m\\u009b',
  };
  t.strictSame(await read(content), { compression: 'none', ...wanted });
  t.strictSame(await read(gzipSync(content)), { compression: 'gzip', ...wanted });
});

t.test('a file that is not an archive of a container is refused with the reason', async (t) => {
  const good = await tar(config);
  const damaged = Buffer.from(good);
  damaged[0] = 0x41;
  await t.rejects(read(Buffer.from('no tar '.repeat(200))), { message: /Invalid tar header/ });
  await t.rejects(read(damaged), { message: /Invalid tar header/ });
  await t.rejects(read(good.subarray(0, 700)), { message: /Unexpected end of data/ });
  await t.rejects(read(gzipSync(good).subarray(0, 60)), { message: /unexpected end of file/ });
  await t.rejects(read(Buffer.alloc(0)), { message: /no config.dump/ });
  await t.rejects(read(await tar(spec)), { message: /no config.dump/ });
  await t.rejects(read(await tar([{ name: 'config.dump' }, '[1]'])), { message: 'its config.dump is no JSON object' });
});

t.test('an entry by the right name that is a link or a folder is none', async (t) => {
  const link: Entry = [{ name: 'config.dump', type: 'symlink', linkname: '/etc/passwd' }];
  await t.rejects(read(await tar(link)), { message: /no config.dump/ });
  await t.rejects(read(await tar([{ name: 'config.dump', type: 'link', linkname: '/etc/passwd' }])), {
    message: /no config/,
  });
});

t.test('names that lead elsewhere lead nowhere: nothing is unpacked', async (t) => {
  const path = join(folder, 'escaped');
  const names = [`../../../../../../../..${path}`, path, 'a/../../escaped', `${'long/'.repeat(2000)}x`];
  await read(await tar(...names.map((name): Entry => [{ name }, 'x']), config));
  await t.rejects(access(path));
});

t.test('limits hold: descriptions, entries, headers, time', async (t) => {
  const large: Entry = [{ name: 'config.dump' }, 'x'.repeat(1001)];
  await t.rejects(read(await tar(large), small), { message: 'its config.dump is larger than 1000 bytes' });
  const many = Array.from({ length: 51 }, (_, index): Entry => [{ name: `f${index}` }]);
  await t.rejects(read(await tar(...many, config), small), { message: 'it has more than 50 entries' });
  const bomb = gzipSync(await tar([{ name: 'pages' }, '\0'.repeat(20_000_000)]));
  await t.rejects(read(Buffer.concat([bomb]), { ...small, time: 1 }), { message: /within 0.001 seconds/ });
});

t.test('a header that promises gigabytes of name is refused at once', async (t) => {
  const header = (await tar([{ name: 'x' }])).subarray(0, 512);
  header.write('77777777777\0', 124);
  header.write('L', 156);
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  await t.rejects(read(Buffer.concat([header, Buffer.alloc(1 << 20)])), { message: /Header exceeds max size/ });
});

t.test('values that are no text are left out, keys of the prototype too', async (t) => {
  const odd: Entry = [{ name: 'config.dump' }, '{"id":7,"name":["x"],"__proto__":{"runtime":"r"}}'];
  t.strictSame(await read(await tar(odd, [{ name: 'spec.dump' }, '{"annotations":null}'])), { compression: 'none' });
});

const describing = async (values: object, ofSpec: object = {}) =>
  read(await tar([{ name: 'config.dump' }, JSON.stringify(values)], [{ name: 'spec.dump' }, JSON.stringify(ofSpec)]));

t.test('the image is shown by its name, else by its id or reference, and times as they are written', async (t) => {
  const times = { createdTime: '2026-01-01T00:00:00Z', checkpointedTime: '2026-01-02T00:00:00Z' };
  const images = { rootfsImage: 'sha256:1', rootfsImageRef: 'sha256:2' };
  const plain = { compression: 'none' as const };
  t.strictSame(await describing({ ...images, ...times, rootfsImageName: 'img:1' }), {
    ...plain,
    image: 'img:1',
    ...times,
  });
  t.strictSame(await describing({ ...images, rootfsImageName: '' }), { ...plain, image: 'sha256:1' });
  t.strictSame(await describing({ rootfsImageRef: 'sha256:2' }), { ...plain, image: 'sha256:2' });
});

t.test(
  'pod and namespace come from the labels of the container, else from the annotations of the runtime',
  async (t) => {
    const sandbox = { [criAnnotations.sandboxName]: 'web', [criAnnotations.sandboxNamespace]: 'default' };
    const labels = { [criLabels.podName]: 'db', [criLabels.podNamespace]: 'other' };
    const plain = { compression: 'none' as const };
    t.strictSame(await describing({}, { annotations: sandbox }), { ...plain, pod: 'web', namespace: 'default' });
    t.strictSame(await describing({}, { annotations: labels }), { ...plain, pod: 'db', namespace: 'other' });
    t.strictSame(await describing({}, { annotations: { ...sandbox, ...labels } }), {
      ...plain,
      pod: 'db',
      namespace: 'other',
    });
    t.strictSame(await describing({}, { annotations: 'web' }), plain);
  },
);

t.test('a long value is cut at 1024 characters, and control characters are escaped', async (t) => {
  const { container } = await describing({ name: 'n'.repeat(3000) });
  t.equal(container, 'n'.repeat(1024));
  const { runtime } = await describing({ runtime: 'a\u0007b\u2028c\u2029d\u007fe' });
  t.equal(runtime, 'a\\u0007b\\u2028c\\u2029d\\u007fe');
});

t.test('limits take what is just as large, and only the first description of a name counts', async (t) => {
  const text = JSON.stringify({ id: 'c1', name: 'n'.repeat(1000) }).slice(0, -2);
  const exact = `${text.slice(0, 1000 - 2)}"}`;
  t.equal(exact.length, 1000);
  t.match(await read(await tar([{ name: 'config.dump' }, exact]), small), { id: 'c1' });
  const many = Array.from({ length: 49 }, (_, index): Entry => [{ name: `f${index}` }]);
  t.match(await read(await tar(...many, config), small), { id: 'c1' });
  const again: Entry = [{ name: 'config.dump' }, JSON.stringify({ id: 'c2' })];
  t.match(await read(await tar(config, again, spec)), { id: 'c1', pod: 'web' });
});

t.test('an aborted signal ends the reading', async (t) => {
  const path = join(folder, 'ended.tar');
  await writeFile(path, await tar(config));
  await t.rejects(readArchive(await open(path), AbortSignal.abort(new Error('gone')), small), { name: 'AbortError' });
});
