// `pods/log`: asked of the agent of the pod's node. The log streams through unchanged.

import { failure, internalError, type Reason } from '../../shared/object/errors.ts';
import type { StatusError } from '../../shared/object/status-error.ts';
import type { Response, ResourceRequest } from '../registry/contract/resource-handler.ts';
import type { Pod } from '../registry/kinds/core/pod/pod-strategy.ts';
import { logQueryOf } from '../registry/options/log-options.ts';
import { ask, streamOf } from './forward-request.ts';
import { originOf, readObject } from './known-objects.ts';
import { containerOf } from './pod-container.ts';
import type { ConnectSettings } from './settings.ts';

export async function readLog(settings: ConnectSettings, request: ResourceRequest): Promise<Response> {
  const { namespace, name, accept } = request;
  const query = logQueryOf(request.query, name);
  const pod = (await readObject(settings, 'pods', namespace, name)) as Pod;
  const container = containerOf(pod, query.get('container') ?? '');
  query.delete('container');
  const node = pod.spec?.nodeName ?? '';
  // Nothing has been written anywhere yet.
  if (node === '') return { kind: 'body', status: 204, contentType: 'text/plain', parts: [], length: 0 };
  const origin = await originOf(settings, { scheme: '', name: node, port: '' });
  const path = ['', 'containerLogs', namespace, name, container].map(encodeURIComponent).join('/');
  const target = { ...origin, path: query.size === 0 ? path : `${path}?${query.toString()}` };
  const answer = await ask(settings, request, target, accept === undefined ? {} : { accept });
  // No redirect is followed: where it leads was not checked.
  if (answer.statusCode >= 300) throw refusalOf(answer.statusCode, await beginningOf(answer.body));
  return { ...streamOf(answer), contentType: 'text/plain', message: 'bytes' };
}

/** What an agent says of a log that it does not answer, in the terms of this API. */
function refusalOf(code: number, text: string): StatusError {
  const reason = refusals.get(code);
  return reason === undefined ? internalError(new Error(text)) : failure(reason, text);
}

const refusals: ReadonlyMap<number, Reason> = new Map([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [422, 'Invalid'],
]);

/** Most bytes of an agent's refusal that are shown. */
const longestRefusal = 50_000;

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= longestRefusal) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, longestRefusal).trim();
}
