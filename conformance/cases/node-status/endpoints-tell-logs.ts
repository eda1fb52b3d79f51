import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Case, NotObservable } from '../../contract/case.ts';
import { expectHeader } from '../../wire/expect/headers.ts';
import { expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const folder = '/var/log';

export default {
  id: 'endpoints-tell-logs',
  title: 'An agent SHOULD serve the log files of its host as a file server does, and nothing outside their folder.',
  requirements: ['NSTAT-002'],
  needs: ['launch-agent'],
  async run(c) {
    const { wire } = await c.launchAgent({ flags: [] });
    const list = await wire.get('/logs/');
    if (list.status === 405) throw new NotObservable('the agent serves no log files');
    expectStatus(list, 200);
    expectHeader(list, 'content-type', /^text\/html/);
    const entries = await readdir(folder, { withFileTypes: true });
    const plain = (name: string): boolean => /^[a-z0-9.-]+$/i.test(name);
    const folders = entries.filter((entry) => entry.isDirectory() && plain(entry.name));
    const files = entries.filter((entry) => entry.isFile() && plain(entry.name));
    for (const [{ name }, end] of [
      ...files.map((one) => [one, ''] as const),
      ...folders.map((one) => [one, '/'] as const),
    ]) {
      const line = `<a href="${name}${end}">${name}${end}</a>`;
      expectThat('names of the folder', list.text().includes(line), line, list.text().slice(0, 2000));
    }
    for (const [path, status] of [
      ['/logs/no-such-file', 404],
      ['/logs/no-such-folder/file', 404],
      ['/logs/%2e%2e/%2e%2e/etc/hostname', 404],
      ['/logs/..%2f..%2fetc%2fhostname', 404],
    ] as const) {
      const answer = await wire.get(path);
      expectThat(
        `status of ${path}`,
        answer.status === status || (answer.status < 500 && answer.status !== 200),
        `${status}`,
        answer.status,
      );
    }
    expectStatus(await wire.post('/logs/', undefined), 405);
    const [inner] = folders;
    if (inner !== undefined) {
      const moved = await wire.get(`/logs/${inner.name}`);
      expectStatus(moved, 301);
      expectEqual('location of a folder', moved.header('location'), `${inner.name}/`);
    }
    const sizes = await Promise.all(
      files.map(async ({ name }) => {
        const { size, mtimeMs } = await stat(join(folder, name));
        return { name, size, mtimeMs };
      }),
    );
    const [file] = sizes.filter(({ size, mtimeMs }) => size > 20 && size < 200_000 && mtimeMs < Date.now() - 60_000);
    if (file === undefined) throw new NotObservable('this host has no quiet log file to compare');
    const path = `/logs/${file.name}`;
    const content = await readFile(join(folder, file.name));
    const whole = await wire.get(path);
    expectStatus(whole, 200);
    expectEqual('bytes of the file', Buffer.compare(Buffer.from(whole.body), content), 0);
    expectEqual('length', whole.header('content-length'), String(content.length));
    const changed = new Date(Math.floor(file.mtimeMs / 1000) * 1000).toUTCString();
    expectEqual('time of the last change', whole.header('last-modified'), changed);
    expectEqual('units of parts', whole.header('accept-ranges'), 'bytes');
    const size = content.length;
    for (const [range, from, to] of [
      ['bytes=0-9', 0, 9],
      ['bytes=5-', 5, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=3-${size + 100}`, 3, size - 1],
    ] as const) {
      const part = await wire.get(path, { headers: { range } });
      expectStatus(part, 206);
      expectEqual(`place of ${range}`, part.header('content-range'), `bytes ${from}-${to}/${size}`);
      expectEqual(`bytes of ${range}`, Buffer.compare(Buffer.from(part.body), content.subarray(from, to + 1)), 0);
    }
    const beyond = await wire.get(path, { headers: { range: `bytes=${size}-` } });
    expectStatus(beyond, 416);
    expectEqual('place of a part beyond the end', beyond.header('content-range'), `bytes */${size}`);
    expectStatus(await wire.get(path, { headers: { 'if-modified-since': changed } }), 304);
    const before = new Date(Date.parse(changed) - 1000).toUTCString();
    expectStatus(await wire.get(path, { headers: { 'if-modified-since': before } }), 200);
    const slash = await wire.get(`${path}/`);
    expectStatus(slash, 301);
    expectEqual('location of a file', slash.header('location'), `../${file.name}`);
  },
} satisfies Case;
