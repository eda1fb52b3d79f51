// Mutants of a node agent: wrong authorization, wrong validation, or a wrong node status.

import {
  asSuccess,
  type Json,
  type Mutant,
  overlooking,
  type PassingResponse,
  type PassingRequest,
  withJson,
  withoutHeader,
  withoutQuery,
} from '../contract/mutant.ts';

const isNode = ({ method, path }: PassingRequest): boolean =>
  method === 'GET' && /^\/api\/v1\/nodes\/[^/]+$/.test(path);

function withStatus(answer: PassingResponse, change: (status: Json) => Json): PassingResponse {
  return withJson(answer, (node) => ({ ...node, status: change((node['status'] ?? {}) as Json) }));
}

/** Every mutant of this file. */
export const nodeAgentMutants: readonly Mutant[] = [
  {
    id: 'agent-answers-everybody',
    breaks: 'An agent refuses unknown callers and unknown paths.',
    noticedBy: [
      'agent-is-healthy',
      'endpoints-are-described',
      'endpoints-are-found',
      'endpoints-by-right',
      'endpoints-need-credentials',
      'endpoints-refuse',
      'endpoints-tell-container-logs',
      'needs-authentication',
    ],
    start: () => ({ answer: (answer) => (answer.status >= 400 ? asSuccess(answer) : answer) }),
  },
  {
    id: 'agent-redirects-nobody',
    breaks: 'An agent redirects a path that lacks its last slash.',
    noticedBy: ['endpoints-are-found'],
    start: () => ({ answer: (answer) => (answer.status === 307 ? { ...answer, status: 404 } : answer) }),
  },
  {
    id: 'agent-reads-any-stream',
    breaks: 'An agent refuses unknown log streams.',
    noticedBy: ['endpoints-refuse'],
    start: () => ({
      answer: (answer, { query }) => (answer.status === 422 && query.has('stream') ? asSuccess(answer) : answer),
    }),
  },
  {
    id: 'agent-without-pods',
    breaks: 'An agent lists its pods.',
    noticedBy: ['endpoints-tell-pods'],
    start: () => ({
      answer: (answer, { path }) => (path === '/pods' ? withJson(answer, (list) => ({ ...list, items: [] })) : answer),
    }),
  },
  {
    id: 'agent-uses-nothing',
    breaks: 'An agent reports the resource usage of its node.',
    noticedBy: ['endpoints-tell-usage'],
    start: () => ({
      answer: (answer, { path }) =>
        path === '/stats/summary'
          ? withJson(answer, ({ node }) => ({ node: { nodeName: (node as Json)['nodeName'] }, pods: [] }))
          : answer,
    }),
  },
  {
    id: 'node-without-status',
    breaks: 'A node has a status.',
    noticedBy: ['addresses', 'condition-fields', 'condition-meanings', 'node-info', 'resources'],
    start: () => ({ answer: (answer, request) => (isNode(request) ? withStatus(answer, () => ({})) : answer) }),
  },
  {
    id: 'node-gives-more-than-it-has',
    breaks: 'A node gives no more than it has.',
    noticedBy: ['resources'],
    start: () => ({
      answer: (answer, request) =>
        isNode(request)
          ? withStatus(answer, (status) => ({
              ...status,
              allocatable: { ...(status['allocatable'] as Json), cpu: '1000000' },
            }))
          : answer,
    }),
  },
  {
    id: 'agent-believes-its-status',
    breaks: 'An agent corrects a condition that is not as it sees it.',
    noticedBy: ['status-is-corrected'],
    start: () => {
      let written = false;
      return {
        answer: (answer, request) => {
          if (request.method === 'PATCH' && request.path.endsWith('/status')) written = true;
          return isNode(request) && written ? withStatus(answer, pressed) : answer;
        },
      };
    },
  },
  {
    id: 'agent-takes-any-device-version',
    breaks: 'An agent refuses device plug-ins of versions that it does not speak.',
    noticedBy: ['device-versions'],
    start: () => ({ called: () => ({ code: 0, words: '' }) }),
  },
  {
    id: 'agent-refuses-devices',
    breaks: 'An agent lets device plug-ins of its versions register.',
    noticedBy: ['device-versions'],
    start: () => ({ called: (end) => (end.code === 0 ? { code: 9, words: 'this version is not supported' } : end) }),
  },
  overlooking(
    'agent-has-one-timeout',
    'The timeout of a call is that of its checkpoint.',
    ['timeout-reaches-the-runtime'],
    (request) => (request.path.startsWith('/checkpoint/') ? withoutQuery(request, 'timeout') : request),
  ),
  overlooking(
    'agent-serves-whole-files',
    'A part of a log file may be asked for.',
    ['endpoints-tell-logs'],
    (request) => (request.path.startsWith('/logs/') ? withoutHeader(request, 'range') : request),
  ),
  {
    id: 'agent-retires-nothing',
    breaks: 'Checkpoints beyond a number, an age and a size are removed.',
    noticedBy: ['archives-are-retired'],
    start: () => ({ flags: (flags) => flags.filter((flag) => !flag.startsWith('--checkpoint-max-')) }),
  },
  {
    id: 'agent-changes-streams',
    breaks: 'The bytes of a stream pass unchanged.',
    noticedBy: ['endpoints-stream'],
    start: () => ({
      bytes: () => ({
        toClient: (piece) => Buffer.from(piece.toString('latin1').replace('hello', 'hallo'), 'latin1'),
      }),
    }),
  },
  overlooking('agent-leaves-no-check-out', 'A check may be left out.', ['health-by-check'], (request) =>
    request.path === '/healthz' ? withoutQuery(request, 'exclude') : request,
  ),
  {
    id: 'leases-stand-still',
    breaks: 'The lease of a node is renewed.',
    noticedBy: ['lease-is-renewed'],
    start: () => {
      let first: PassingResponse | undefined;
      return {
        answer: (answer, request) =>
          request.method === 'GET' && /\/leases\/[^/]+$/.test(request.path) ? (first ??= answer) : answer,
      };
    },
  },
];

/** A status in which every condition is True. */
function pressed(status: Json): Json {
  const conditions = (status['conditions'] ?? []) as readonly Json[];
  return { ...status, conditions: conditions.map((condition) => ({ ...condition, status: 'True' })) };
}
