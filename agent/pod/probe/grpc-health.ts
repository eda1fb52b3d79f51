// Checks the health of a container with the gRPC health checking protocol.

import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { field, int32Shape, message, stringShape, WireError } from '../../../shared/codec/protobuf/wire-codec.ts';
import type { Outcome } from './outcome.ts';

const request = message('HealthCheckRequest', { service: field(1, stringShape) });
const response = message('HealthCheckResponse', { status: field(1, int32Shape) });
const statuses = ['UNKNOWN', 'SERVING', 'NOT_SERVING', 'SERVICE_UNKNOWN'] as const;
const serving = 1;

export function askHealth(
  host: string,
  port: number,
  service: string,
  { timeout, userAgent }: { readonly timeout: number; readonly userAgent: string },
  signal: AbortSignal,
): Promise<Outcome> {
  const address = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.enable_http_proxy': 0,
    'grpc.service_config_disable_resolution': 1,
    'grpc.primary_user_agent': userAgent,
    // Each check uses a new connection, because the container may have been replaced.
    'grpc.use_local_subchannel_pool': 1,
  });
  const asIs = (bytes: Buffer): Buffer => bytes;
  let cancel: (() => void) | undefined;
  return new Promise<Outcome>((resolve) => {
    const call = client.makeUnaryRequest(
      '/grpc.health.v1.Health/Check',
      asIs,
      asIs,
      request.encode({ service }),
      new Metadata(),
      { deadline: Date.now() + timeout },
      (error, answer) => {
        if (error !== null) {
          resolve({ ok: false, output: faultText(error, address, timeout) });
          return;
        }
        resolve(verdictOn(answer ?? Buffer.alloc(0), service));
      },
    );
    cancel = () => call.cancel();
    signal.addEventListener('abort', cancel, { once: true });
  }).finally(() => {
    // The signal is that of the container, which has many probes.
    if (cancel !== undefined) signal.removeEventListener('abort', cancel);
    client.close();
  });
}

/** In the usual words, so that users can search for them. */
function faultText({ code, details, message: text }: ServiceError, address: string, timeout: number): string {
  const limit = `${timeout / 1000}s`;
  if (code === status.UNAVAILABLE)
    return `timeout: failed to connect service "${address}" within ${limit}: context deadline exceeded`;
  if (code === status.DEADLINE_EXCEEDED) return `timeout: health rpc did not complete within ${limit}`;
  return `error: health rpc probe failed: ${details || text}`;
}

function verdictOn(answer: Buffer, service: string): Outcome {
  try {
    const { status: said } = response.decode(answer);
    if (said === serving) return { ok: true, output: 'service healthy' };
    return { ok: false, output: `service unhealthy (responded with "${statuses[said] ?? said}")` };
  } catch (error) {
    if (error instanceof WireError) return { ok: false, output: `error: the answer for ${service} is not valid` };
    throw error;
  }
}
