// A tunnel in front of a good target for faults in bytes: it forwards requests that an HTTP proxy would reject. It
// listens on plain TCP on this host only, and uses TLS to the target, with HTTP/2 if the client starts with its
// preface.

import { randomBytes } from 'node:crypto';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Kubeconfig } from '../../target/kubeconfig.ts';
import { dial } from '../../wire/exchange/raw-socket.ts';
import { preface } from '../../wire/format/http2-frames.ts';
import type { PassingBytes } from '../contract/mutant.ts';
import type { Proxy } from '../contract/proxy.ts';

/**
 * Starts a tunnel on a free port. A token in the first bytes of a connection identifies the user of the configuration.
 */
export async function startTunnel(target: Kubeconfig, bytes: () => PassingBytes): Promise<Proxy> {
  const { server, ca, insecure, serverName, certificate, key, token } = target;
  const endpoint = {
    server,
    insecure,
    ...(ca === undefined ? {} : { ca }),
    ...(serverName === undefined ? {} : { serverName }),
  };
  const identity = { ...(certificate === undefined ? {} : { certificate }), ...(key === undefined ? {} : { key }) };
  const secret = randomBytes(24).toString('base64url');
  const open = new Set<Socket>();
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  };
  const listener = createServer((client) => {
    keep(client);
    client.once('data', (first: Buffer) => {
      client.pause();
      const text = first.toString('latin1');
      const version = text.startsWith(preface.slice(0, 14)) ? 'h2' : 'http/1.1';
      const far = dial(endpoint, text.includes(secret) ? identity : {}, version);
      keep(far);
      join(client, far, first, withToken(bytes(), secret, token));
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    kubeconfig: {
      server: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
      insecure: false,
      token: secret,
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
    },
  };
}

function join(client: Socket, far: Socket, first: Buffer, { toTarget, toClient, staysOpen }: PassingBytes): void {
  const send = (piece: Buffer): void => {
    if (!far.write(toTarget?.(piece) ?? piece)) client.pause();
  };
  far.on('drain', () => client.resume());
  client.on('drain', () => far.resume());
  far.on('data', (piece: Buffer) => {
    if (!client.write(toClient?.(piece) ?? piece)) far.pause();
  });
  client.on('data', send);
  client.on('end', () => far.end());
  client.on('close', () => far.destroy());
  if (staysOpen !== true) {
    far.on('end', () => client.end());
    far.on('close', () => client.destroy());
  }
  send(first);
  client.resume();
}

/**
 * Replaces the tunnel's token by that of the target, before the fault. Without a token the client certificate
 * authenticates.
 */
function withToken(fault: PassingBytes, secret: string, token: string | undefined): PassingBytes {
  if (token === undefined) return fault;
  const known = (piece: Buffer): Buffer =>
    piece.includes(secret) ? Buffer.from(piece.toString('latin1').replaceAll(secret, token), 'latin1') : piece;
  return { ...fault, toTarget: (piece) => fault.toTarget?.(known(piece)) ?? known(piece) };
}
