// Asks an agent on this host, whose certificate nobody vouches for, as its operators and probes do.

import { request } from 'node:https';

/** Where it listens, and what the caller shows: PEM texts. */
export interface AskedAgent {
  readonly port: number;
  readonly cert?: string;
  readonly key?: string;
}

/** An answer of the agent's own endpoint, as far as it came; rejects when there is none in two minutes. */
export function askAgent(
  { port, cert, key }: AskedAgent,
  path: string,
  method = 'GET',
): Promise<{ readonly status: number; readonly body: string }> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(120_000);
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      agent: false,
      rejectUnauthorized: false,
      signal,
      cert,
      key,
    };
    const asked = request(options, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('error', reject);
      // After the end, and also when the connection breaks before it.
      response.on('close', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.on('error', reject).end();
  });
}
