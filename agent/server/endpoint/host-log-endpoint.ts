// `GET /logs/{path}`: the log files of the host and the names in their folders, as a file server gives them: with the time of
// the last change, and parts of files.

import type { FileHandle } from 'node:fs/promises';
import { HostLogRefused, type HostFile, type HostFolder, openHostLog } from '../../log/host-logs.ts';
import { type Response, text } from '../contract/response.ts';
import type { Endpoint, EndpointRequest } from '../contract/route.ts';

const blockBytes = 64 * 1024;
/** Bytes at the start of a file that decide whether it is text. */
const lookedAt = 512;

/** `folder` is where the host keeps its logs. */
export function hostLogEndpoint(folder: string): Endpoint {
  return async (request) => {
    const path = request.parameters.get('path') ?? '';
    try {
      const found = await openHostLog(folder, path);
      if (found.kind === 'folder') return folderAnswer(found, request);
      return await fileAnswer(found, request);
    } catch (error) {
      if (error instanceof HostLogRefused) return text(403, '403 Forbidden\n');
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return text(404, '404 page not found\n');
      if (code === 'EACCES' || code === 'EPERM') return text(403, '403 Forbidden\n');
      if (code !== undefined) return text(500, '500 Internal Server Error\n');
      throw error;
    }
  };
}

function folderAnswer({ names, modified }: HostFolder, { path }: EndpointRequest): Response {
  if (!path.endsWith('/')) return moved(`${path.slice(path.lastIndexOf('/') + 1)}/`);
  const lines = names.map(
    (name) => `<a href="${encodeURI(name).replaceAll('?', '%3F').replaceAll('#', '%23')}">${shown(name)}</a>\n`,
  );
  const body = `<!doctype html>\n<meta name="viewport" content="width=device-width">\n<pre>\n${lines.join('')}</pre>\n`;
  return {
    ...text(200, body),
    contentType: 'text/html; charset=utf-8',
    headers: { 'last-modified': httpTime(modified) },
  };
}

async function fileAnswer(
  { handle, bytes, modified }: HostFile,
  { path, headers }: EndpointRequest,
): Promise<Response> {
  let passedOn = false;
  try {
    if (path.endsWith('/')) return moved(`../${encodeURIComponent(path.split('/').at(-2) ?? '')}`);
    const common = { 'last-modified': httpTime(modified), 'accept-ranges': 'bytes' };
    const since = Date.parse(headers['if-modified-since'] ?? '');
    if (modified <= since) return { ...text(304, ''), headers: common };
    const range = rangeOf(headers.range, bytes);
    if (range === 'beyond') {
      const refused = text(416, 'invalid range: failed to overlap\n');
      return { ...refused, headers: { ...common, 'content-range': `bytes */${bytes}` } };
    }
    const { from, to } = range ?? { from: 0, to: bytes };
    const contentType = await contentTypeOf(handle);
    const body = pages(handle, from, to);
    // Advances it to its first, empty chunk: a generator that was not started does not close the file.
    await body.next();
    passedOn = true;
    const part = range === undefined ? {} : { 'content-range': `bytes ${from}-${to - 1}/${bytes}` };
    const length = { 'content-length': String(to - from) };
    return { status: range === undefined ? 200 : 206, contentType, body, headers: { ...common, ...part, ...length } };
  } finally {
    if (!passedOn) await handle.close();
  }
}

/** The bytes from one position to before another. Throws when the file has become shorter meanwhile. */
async function* pages(handle: FileHandle, from: number, to: number): AsyncGenerator<Buffer> {
  try {
    yield Buffer.alloc(0);
    for (let position = from; position < to; ) {
      const block = Buffer.allocUnsafe(Math.min(blockBytes, to - position));
      const { bytesRead } = await handle.read(block, 0, block.length, position);
      if (bytesRead === 0) throw new Error('the file became shorter while it was read');
      position += bytesRead;
      yield block.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Undefined: the whole file, as also for several ranges and for what is none. The end is the first byte that is left out. */
function rangeOf(
  header: string | undefined,
  bytes: number,
): { readonly from: number; readonly to: number } | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return last === '0' ? 'beyond' : { from: Math.max(0, bytes - Number(last)), to: bytes };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= bytes) return 'beyond';
  return { from: Number(first), to: last === '' ? bytes : Math.min(bytes, Number(last) + 1) };
}

async function contentTypeOf(handle: FileHandle): Promise<string> {
  const start = Buffer.alloc(lookedAt);
  const { bytesRead } = await handle.read(start, 0, lookedAt, 0);
  const isText = start.subarray(0, bytesRead).every((byte) => byte >= 0x20 || [9, 10, 12, 13, 27].includes(byte));
  return isText ? 'text/plain; charset=utf-8' : 'application/octet-stream';
}

function moved(location: string): Response {
  return { ...text(301, ''), headers: { location } };
}

function httpTime(milliseconds: number): string {
  return new Date(milliseconds).toUTCString();
}

function shown(name: string): string {
  return name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
