// The OpenAPI operations of the node's API: one entry for each method and pattern of the route table. A test checks that both
// have the same entries.

export interface QueryParameter {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean';
  readonly description: string;
}

export interface Operation {
  /** Method and pattern, as in `GET /pods`. HEAD is answered like GET and has no entry. */
  readonly route: string;
  readonly summary: string;
  readonly query?: readonly QueryParameter[];
  /** Media type and, for documents, the name of the schema of the answer 200; absent: the path is never answered 200. */
  readonly answer?: { readonly type: string; readonly schema?: string };
  /** Other answers than those that every operation has (401, 403, 500). */
  readonly others?: Readonly<Record<string, string>>;
}

const text = 'text/plain';
const document = 'application/json';
const gone = { '501': 'This agent does not serve it.' };

const switchedOff = { '405': 'This agent does not serve it.' };

const health: readonly Operation[] = ['', '/ping', '/log', '/syncloop'].map((check) => ({
  route: `GET /healthz${check}`,
  summary: check === '' ? 'Whether the agent is well, by all its checks' : `One check of the agent's health`,
  ...(check === ''
    ? {
        query: [
          { name: 'verbose', type: 'boolean' as const, description: 'List the checks' },
          { name: 'exclude', type: 'string' as const, description: 'A check to leave out; may be given several times' },
        ],
      }
    : {}),
  answer: { type: text },
}));

const logQuery: readonly QueryParameter[] = [
  { name: 'follow', type: 'boolean', description: 'Go on while the container runs' },
  { name: 'previous', type: 'boolean', description: 'The run before the current one' },
  { name: 'timestamps', type: 'boolean', description: 'Put the time in front of each line' },
  { name: 'sinceSeconds', type: 'integer', description: 'Lines of the last seconds; above 0, not with sinceTime' },
  { name: 'sinceTime', type: 'string', description: 'Lines from this RFC 3339 time on' },
  { name: 'tailLines', type: 'integer', description: 'So many lines from the end' },
  { name: 'tail', type: 'string', description: 'The older name of tailLines; `all` for all' },
  { name: 'limitBytes', type: 'integer', description: 'Most bytes answered; above 0' },
  { name: 'stream', type: 'string', description: '`All`; `Stdout` or `Stderr` with the gate PodLogsQuerySplitStreams' },
];

const toContainer = ['/{namespace}/{pod}/{container}', '/{namespace}/{pod}/{uid}/{container}'];
const toPod = ['/{namespace}/{pod}', '/{namespace}/{pod}/{uid}'];

const streamQuery: readonly QueryParameter[] = [
  { name: 'input', type: 'boolean', description: 'Connect standard input' },
  { name: 'output', type: 'boolean', description: 'Connect standard output' },
  { name: 'error', type: 'boolean', description: 'Connect standard error; not with a terminal' },
  { name: 'tty', type: 'boolean', description: 'Give the command a terminal' },
];
const commandQuery: QueryParameter = {
  name: 'command',
  type: 'string',
  description: 'The command, one word for each time it is given',
};
const portQuery: QueryParameter = {
  name: 'port',
  type: 'string',
  description: 'Ports for clients over WebSocket, separated by commas; may be given several times',
};
const runQuery: QueryParameter = {
  name: 'cmd',
  type: 'string',
  description: 'The command, its words separated by spaces',
};

interface Stream {
  readonly name: string;
  readonly patterns: readonly string[];
  readonly summary: string;
  readonly query: readonly QueryParameter[];
}

/** All but `run` change the connection's protocol. */
const streams: readonly Stream[] = [
  {
    name: 'exec',
    patterns: toContainer,
    summary: 'Run a command in a container',
    query: [commandQuery, ...streamQuery],
  },
  { name: 'attach', patterns: toContainer, summary: 'Attach to a container', query: streamQuery },
  { name: 'portForward', patterns: toPod, summary: 'Forward ports of a pod', query: [portQuery] },
  { name: 'run', patterns: toContainer, summary: 'Run a command and answer its output', query: [runQuery] },
];

const upgraded = {
  '101': 'The connection is one of the protocol that was asked for: WebSocket or SPDY/3.1.',
  '400': 'The request asks for no upgrade to such a protocol, or a parameter is no value of its type.',
  '404': 'No such pod.',
};
const commanded = { '400': 'There is no command.', '404': 'No such pod.' };

/** `served`: by an agent that runs pods; others refuse them. */
function streamOperations(served: boolean): readonly Operation[] {
  return streams.flatMap(({ name, patterns, summary, query }) => {
    const alone = name === 'run';
    const answers = alone ? { answer: { type: text }, others: commanded } : { others: upgraded };
    const form = served ? { query, ...answers } : { others: gone };
    return patterns.flatMap((pattern) =>
      (alone ? ['POST'] : ['GET', 'POST']).map((method) => ({
        route: `${method} /${name}${pattern}`,
        summary,
        ...form,
      })),
    );
  });
}

const noArchive = { '404': 'No such checkpoint, or checkpoints are switched off.' };

const archives: readonly Operation[] = [
  {
    route: 'GET /checkpoints',
    summary: 'The checkpoint archives that are kept, oldest first',
    answer: { type: document, schema: 'ArchiveList' },
    others: { '404': 'Checkpoints are switched off.' },
  },
  {
    route: 'GET /checkpoints/{name}',
    summary: 'A checkpoint archive, and facts about its container',
    answer: { type: document, schema: 'ArchiveDetails' },
    others: noArchive,
  },
  {
    route: 'DELETE /checkpoints/{name}',
    summary: 'Delete a checkpoint archive',
    answer: { type: document, schema: 'Archive' },
    others: { ...noArchive, '409': 'The checkpoint is pinned.' },
  },
  {
    route: 'PUT /checkpoints/{name}/pin',
    summary: 'Keep a checkpoint archive from retention and deletion',
    answer: { type: document, schema: 'Archive' },
    others: noArchive,
  },
  {
    route: 'DELETE /checkpoints/{name}/pin',
    summary: 'Let a checkpoint archive go again',
    answer: { type: document, schema: 'Archive' },
    others: noArchive,
  },
];

/** All operations. `streams`: whether streams into containers are served, as by an agent that runs pods. */
export function operationsOf({ streams: served }: { readonly streams: boolean }): readonly Operation[] {
  return [...beforeStreams, ...streamOperations(served), ...afterStreams];
}

const beforeStreams: readonly Operation[] = [
  ...health,
  {
    route: 'GET /pods',
    summary: 'The pods that the API service bound to this node',
    answer: { type: document, schema: 'PodList' },
  },
  {
    route: 'GET /runningpods/',
    summary: 'The pods that the container runtime runs',
    answer: { type: document, schema: 'PodList' },
  },
  { route: 'GET /metrics', summary: 'Metrics of the agent itself', answer: { type: text } },
  { route: 'GET /metrics/resource', summary: 'Usage of node, pods and containers as metrics', answer: { type: text } },
  { route: 'GET /metrics/slis', summary: 'Outcomes of the health checks as metrics', answer: { type: text } },
  {
    route: 'GET /metrics/cadvisor',
    summary: 'Usage of machine, host, pods and containers as metrics, under the names of container dashboards',
    answer: { type: text },
  },
  {
    route: 'GET /metrics/probes',
    summary: 'Metrics of probes of containers: none, as this agent runs no probes',
    answer: { type: text },
  },
  ...['GET', 'POST'].map((method) => ({
    route: `${method} /stats/summary`,
    summary: 'Usage of node, pods and containers',
    query: [
      { name: 'only_cpu_and_memory', type: 'boolean' as const, description: 'Nothing but processors and memory' },
    ],
    answer: { type: document, schema: 'Summary' },
  })),
  {
    route: 'GET /containerLogs/{namespace}/{pod}/{container}',
    summary: 'The log of a container',
    query: logQuery,
    answer: { type: text },
    others: {
      '400': 'A parameter is no value of its type, or there is no log to read.',
      '404': 'No such pod or container.',
      '422': 'A parameter is out of its range.',
    },
  },
  {
    route: 'GET /configz',
    summary: 'The configuration in force',
    answer: { type: document, schema: 'Configuration' },
  },
  { route: 'GET /openapi/v3', summary: 'This description', answer: { type: document } },
  {
    route: 'POST /checkpoint/{namespace}/{pod}/{container}',
    summary: 'Write a checkpoint of a running container',
    query: [{ name: 'timeout', type: 'integer', description: 'Seconds that the runtime may take' }],
    answer: { type: document, schema: 'Checkpoint' },
    others: { '404': 'No such pod or container, the timeout is no integer, or checkpoints are switched off.' },
  },
  ...archives,
];

const afterStreams: readonly Operation[] = [
  {
    route: 'GET /logs/{path}',
    summary: 'A log file of the host, or the names in a folder of them',
    answer: { type: 'application/octet-stream' },
    others: {
      '403': 'It is no file or folder, lies outside the folder of logs, or the caller has no right.',
      '404': 'There is none.',
      '405': 'It is switched off.',
    },
  },
  { route: 'GET /debug/pprof/{profile}', summary: 'Profiles of the agent', others: switchedOff },
  { route: 'GET /debug/flags/v', summary: 'How much the agent logs', others: switchedOff },
];
