// The parameters of requests as OpenAPI v3 describes them. Clients read from it whether a server knows a parameter before they
// send it. Parameters of all methods of a path are at the path. Pure.

/** A parameter as the document has it. */
interface Document {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly [key: string]: unknown;
}

interface Parameter {
  readonly type: 'boolean' | 'integer' | 'string';
  readonly description: string;
}

const parameters = {
  allowWatchBookmarks: { type: 'boolean', description: 'Whether a watch sends bookmarks.' },
  command: { type: 'string', description: 'The program and its arguments; repeated for each of them.' },
  container: { type: 'string', description: 'Name of the container. Default: the only one.' },
  continue: { type: 'string', description: 'Token of the page before, to read the next one.' },
  dryRun: { type: 'string', description: 'All: everything but the write is done.' },
  fieldManager: {
    type: 'string',
    description: 'Name under which the written fields are owned; at most 128 characters.',
  },
  fieldSelector: { type: 'string', description: 'Only objects whose fields have these values.' },
  fieldValidation: {
    type: 'string',
    description: 'Ignore, Warn or Strict: what unknown and duplicate fields lead to.',
  },
  follow: { type: 'boolean', description: 'Whether the log is followed until it ends.' },
  force: { type: 'boolean', description: 'Whether an apply takes fields over that others own.' },
  gracePeriodSeconds: { type: 'integer', description: 'Seconds until the object is removed; 0: at once.' },
  ignoreStoreReadErrorWithClusterBreakingPotential: {
    type: 'boolean',
    description: 'Whether an object that cannot be read is removed, without its finalizers.',
  },
  insecureSkipTLSVerifyBackend: {
    type: 'boolean',
    description: 'Whether the certificate of the node is not verified. The log may then come from another server.',
  },
  labelSelector: { type: 'string', description: 'Only objects whose labels match.' },
  limit: { type: 'integer', description: 'Most objects of a page; the response has a token for the next one.' },
  limitBytes: { type: 'integer', description: 'Most bytes of the log.' },
  orphanDependents: { type: 'boolean', description: 'Deprecated, see propagationPolicy: whether dependents stay.' },
  path: { type: 'string', description: 'Path of the request that is forwarded.' },
  ports: { type: 'integer', description: 'Port of the pod; repeated for several. Needed for WebSocket.' },
  pretty: { type: 'string', description: 'true: the response is indented.' },
  previous: { type: 'boolean', description: 'The log of the container that ended before this one.' },
  propagationPolicy: { type: 'string', description: 'Orphan, Background or Foreground: what happens to dependents.' },
  resourceVersion: { type: 'string', description: 'The version that is read, or from which changes are watched.' },
  resourceVersionMatch: { type: 'string', description: 'Exact or NotOlderThan: how resourceVersion is meant.' },
  sendInitialEvents: { type: 'boolean', description: 'Whether a watch begins with the objects that there are.' },
  sinceSeconds: { type: 'integer', description: 'Only lines that are not older.' },
  stderr: { type: 'boolean', description: 'Whether standard error is sent.' },
  stdin: { type: 'boolean', description: 'Whether standard input is taken.' },
  stdout: { type: 'boolean', description: 'Whether standard output is sent.' },
  stream: { type: 'string', description: 'All, Stdout or Stderr: which log. Default All.' },
  tailLines: { type: 'integer', description: 'Only so many last lines.' },
  timeoutSeconds: { type: 'integer', description: 'Seconds after which the request ends.' },
  timestamps: { type: 'boolean', description: 'Whether each line begins with its time.' },
  tty: { type: 'boolean', description: 'Whether there is a terminal.' },
  watch: { type: 'boolean', description: 'Whether changes are sent from now on.' },
} as const satisfies Record<string, Parameter>;

export type ParameterName = keyof typeof parameters;

/** What a path takes in its own segments. */
const inPath: Readonly<Record<string, string>> = {
  name: 'Name of the object.',
  namespace: 'Namespace of the object.',
  path: 'Path of the request that is forwarded.',
};

/**
 * The parameters of a path: those that all its operations have, and what is left of each. `operations` has the names in the query
 * of each operation.
 */
export function parametersOf(
  path: string,
  operations: readonly (readonly ParameterName[])[],
): { readonly common: Document[]; readonly own: readonly Document[][] } {
  const [first = []] = operations;
  const shared = new Set(first.filter((name) => operations.every((names) => names.includes(name))));
  const segments = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  return {
    common: byName([...segments.map(pathParameter), ...[...shared].map(queryParameter)]),
    own: operations.map((names) => byName(names.filter((name) => !shared.has(name)).map(queryParameter))),
  };
}

function pathParameter(name: string): Document {
  return {
    name,
    in: 'path',
    description: inPath[name],
    required: true,
    schema: { type: 'string', uniqueItems: true },
  };
}

function queryParameter(name: ParameterName): Document {
  const { type, description } = parameters[name];
  return { name, in: 'query', description, schema: { type, uniqueItems: true } };
}

/** A path may take the same name in its segments and in its query. */
function byName(documents: Document[]): Document[] {
  const key = (document: Document) => `${document.name} ${document.in}`;
  return documents.sort((left, right) => (key(left) < key(right) ? -1 : 1));
}
