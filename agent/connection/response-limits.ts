// The limits of responses of the API service, for every connection of the agent: its memory must stay bounded, and it must keep
// running, whatever the server sends.

import { limitedResponses, shortResponses } from '../../shared/client/transport/limited-transport.ts';
import type { Transport } from '../../shared/client/contract/transport.ts';
import type { Clock } from '../../shared/process/time/clock.ts';

/** Bytes: thousands of pods on this node, and no more. */
const longestAnswer = 32 * 1024 * 1024;
/** Milliseconds from the head of an answer to its end; heartbeats have shorter ones. */
const patience = 120_000;

/**
 * A response beyond the limits rejects with ResponseError; watches have no limits. `more`: additional bytes that a response may
 * have, for callers that read more than one node needs.
 */
export function boundedResponses(transport: Transport, clock: Clock, more = 0): Transport {
  return limitedResponses(transport, { longest: longestAnswer + more, patience, clock });
}

/** For calls that answer a single object and have a deadline of their own. */
export function singleResponses(transport: Transport): Transport {
  return shortResponses(transport, longestAnswer);
}
