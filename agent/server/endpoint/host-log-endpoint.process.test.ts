// The log files of the host, at the node's API.

import { mkdir, readdir, readlink, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import t from 'tap';
import { admin, scene } from '../../../fixtures/agent/node-server.fixture.ts';

t.test('folders are served as lists of names, files whole or as byte ranges', async (t) => {
  const { get, call, hostLogFolder } = await scene(t);
  await mkdir(join(hostLogFolder, 'sub dir'));
  await writeFile(join(hostLogFolder, 'syslog'), '0123456789\n');
  await writeFile(join(hostLogFolder, 'sub dir', 'a<b>'), 'inner\n');
  await writeFile(join(hostLogFolder, 'wtmp'), Buffer.from([1, 0, 2]));
  await writeFile(join(hostLogFolder, 'empty'), '');
  const then = new Date('2026-01-01T00:00:00Z');
  await utimes(join(hostLogFolder, 'syslog'), then, then);

  t.match(await get('/logs/'), {
    status: 200,
    type: 'text/html; charset=utf-8',
    body:
      '<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n<a href="empty">empty</a>\n' +
      '<a href="sub%20dir/">sub dir/</a>\n<a href="syslog">syslog</a>\n<a href="wtmp">wtmp</a>\n</pre>\n',
  });
  t.match((await get('/logs/sub%20dir/')).body, '<a href="a%3Cb%3E">a&#60;b&#62;</a>');
  t.match(await get('/logs/sub%20dir'), { status: 301, headers: { location: 'sub dir/' } });
  t.match(await get('/logs/syslog/'), { status: 301, headers: { location: '../syslog' } });
  t.match(await get('/logs/sub%20dir/a%3Cb%3E'), { status: 200, body: 'inner\n' });
  t.match(await get('/logs/empty'), { status: 200, body: '' });
  t.match(await get('/logs/wtmp'), { status: 200, type: 'application/octet-stream' });
  const modified = 'Thu, 01 Jan 2026 00:00:00 GMT';
  t.match(await get('/logs/syslog'), {
    status: 200,
    type: 'text/plain; charset=utf-8',
    body: '0123456789\n',
    headers: { 'last-modified': modified, 'accept-ranges': 'bytes', 'content-length': '11' },
  });
  const parts = [
    ['bytes=2-4', 206, '234'],
    ['bytes=9-', 206, '9\n'],
    ['bytes=-3', 206, '89\n'],
    ['bytes=0-99', 206, '0123456789\n'],
    ['bytes=4-2', 200, '0123456789\n'],
    ['bytes=0-1,3-4', 200, '0123456789\n'],
    ['lines=1-2', 200, '0123456789\n'],
    ['bytes=11-', 416, 'invalid range: failed to overlap\n'],
    ['bytes=-0', 416, 'invalid range: failed to overlap\n'],
  ] as const;
  for (const [range, status, body] of parts) {
    t.match(await call('GET', '/logs/syslog', admin, { range }), { status, body }, range);
  }
  t.match((await call('GET', '/logs/syslog', admin, { range: 'bytes=2-4' })).headers, {
    'content-range': 'bytes 2-4/11',
  });
  t.match(await call('GET', '/logs/syslog', admin, { 'if-modified-since': modified }), { status: 304, body: '' });
  const before = 'Wed, 31 Dec 2025 00:00:00 GMT';
  t.match(await call('GET', '/logs/syslog', admin, { 'if-modified-since': before }), { status: 200 });
  const files = await readdir('/proc/self/fd');
  const opened = await Promise.all(files.map((file) => readlink(join('/proc/self/fd', file)).catch(() => '')));
  t.notOk(opened.includes(join(hostLogFolder, 'syslog')), 'no file stays open, whatever the answer was');
});

t.test('paths that lead out of the log folder, or are not files, are refused', async (t) => {
  const { get, hostLogFolder, root } = await scene(t);
  await writeFile(join(root, 'secret'), 'secret\n');
  await mkdir(join(root, 'host-logs-not'));
  await writeFile(join(root, 'host-logs-not', 'x'), 'secret\n');
  await writeFile(join(hostLogFolder, 'log'), 'mine\n');
  await symlink('log', join(hostLogFolder, 'same'));
  await symlink(join(root, 'secret'), join(hostLogFolder, 'link'));
  await symlink('../host-logs-not', join(hostLogFolder, 'way'));
  await symlink('/', join(hostLogFolder, 'root'));
  spawnSync('mkfifo', [join(hostLogFolder, 'pipe')]);
  t.match(await get('/logs/same'), { status: 200, body: 'mine\n' }, 'a link within the folder is followed');
  for (const path of ['link', 'way/x', 'way/', 'root/etc/hostname', 'root/', 'pipe']) {
    t.match(await get(`/logs/${path}`), { status: 403, body: '403 Forbidden\n' }, path);
  }
  for (const path of ['..%2fsecret', '%2e%2e/secret', 'log%00', '..%2f..%2f..%2f..%2fetc%2fpasswd']) {
    t.match(await get(`/logs/${path}`), { status: 403 }, path);
  }
  t.match(await get('/logs/../../../../etc/passwd'), { status: 307, headers: { location: '/etc/passwd' } });
  for (const path of ['nothing', 'log/x']) t.match(await get(`/logs/${path}`), { status: 404 }, path);
  await rm(hostLogFolder, { recursive: true });
  t.match(await get('/logs/'), { status: 404 });
});

t.test('when it is off, every path and method responds 405 to authorized callers', async (t) => {
  const { call, hostLogFolder, denied } = await scene(t, { hostLogs: false });
  await writeFile(join(hostLogFolder, 'log'), 'mine\n');
  for (const method of ['GET', 'POST']) {
    for (const path of ['/logs/', '/logs/log', '/logs/a/b']) {
      t.match(await call(method, path), { status: 405, body: 'logs endpoint is disabled.\n' }, `${method} ${path}`);
    }
  }
  t.match(await call('GET', '/logs/', null), { status: 401 });
  denied.add('log');
  t.match(await call('GET', '/logs/log', 'good'), { status: 403 });
});
