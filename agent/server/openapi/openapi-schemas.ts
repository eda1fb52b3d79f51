// Schemas of the responses of the node's API. The API service describes its own objects (pods).

type Schema = Readonly<Record<string, unknown>>;

const integer: Schema = { type: 'integer', minimum: 0 };
const number: Schema = { type: 'number', minimum: 0 };
const string: Schema = { type: 'string' };
const time: Schema = { type: 'string', format: 'date-time' };

export const schemas: Readonly<Record<string, Schema>> = {
  PodList: object(
    {
      kind: string,
      apiVersion: string,
      metadata: { type: 'object' },
      items: { type: 'array', nullable: true, items: { type: 'object' } },
    },
    ['kind', 'apiVersion', 'items'],
  ),
  Configuration: object({ kubeletconfig: { type: 'object' } }, ['kubeletconfig']),
  Checkpoint: object({ items: listOf(string) }, ['items']),
  ArchiveList: object({ items: listOf(ref('Archive')) }, ['items']),
  Archive: object(archiveFields(), ['name', 'bytes', 'created', 'pinned']),
  ArchiveDetails: object(
    {
      ...archiveFields(),
      contents: object(
        {
          compression: { type: 'string', enum: ['none', 'gzip'] },
          id: string,
          container: string,
          image: string,
          runtime: string,
          createdTime: string,
          checkpointedTime: string,
          pod: string,
          namespace: string,
          hostname: string,
        },
        ['compression'],
      ),
    },
    ['name', 'bytes', 'created', 'pinned', 'contents'],
  ),
  Summary: object({ node: ref('NodeStats'), pods: listOf(ref('PodStats')) }, ['node', 'pods']),
  NodeStats: object(
    {
      nodeName: string,
      systemContainers: listOf(ref('ContainerStats')),
      startTime: time,
      cpu: ref('CpuStats'),
      memory: ref('MemoryStats'),
      swap: ref('SwapStats'),
      network: ref('NetworkStats'),
      fs: ref('FsStats'),
      io: ref('IoStats'),
      runtime: object({ imageFs: ref('FsStats'), containerFs: ref('FsStats') }, []),
      rlimit: object({ time, maxpid: integer, curproc: integer }, ['time']),
    },
    ['nodeName', 'startTime', 'cpu', 'memory'],
  ),
  PodStats: object(
    {
      podRef: object({ name: string, namespace: string, uid: string }, ['name', 'namespace', 'uid']),
      startTime: time,
      containers: listOf(ref('ContainerStats')),
      cpu: ref('CpuStats'),
      memory: ref('MemoryStats'),
      io: ref('IoStats'),
      network: ref('NetworkStats'),
      'ephemeral-storage': ref('FsStats'),
      process_stats: object({ process_count: integer }, []),
    },
    ['podRef', 'startTime', 'containers'],
  ),
  ContainerStats: object(
    {
      name: string,
      startTime: time,
      cpu: ref('CpuStats'),
      memory: ref('MemoryStats'),
      swap: ref('SwapStats'),
      io: ref('IoStats'),
      rootfs: ref('FsStats'),
      logs: ref('FsStats'),
    },
    ['name', 'startTime'],
  ),
  CpuStats: withStalls('usageNanoCores', 'usageCoreNanoSeconds'),
  MemoryStats: withStalls(
    'availableBytes',
    'usageBytes',
    'workingSetBytes',
    'rssBytes',
    'pageFaults',
    'majorPageFaults',
  ),
  IoStats: withStalls(),
  PsiStats: object({ full: ref('PsiData'), some: ref('PsiData') }, ['full', 'some']),
  PsiData: object({ total: integer, avg10: number, avg60: number, avg300: number }, [
    'total',
    'avg10',
    'avg60',
    'avg300',
  ]),
  SwapStats: figures('swapAvailableBytes', 'swapUsageBytes'),
  FsStats: figures('availableBytes', 'capacityBytes', 'usedBytes', 'inodesFree', 'inodes', 'inodesUsed'),
  NetworkStats: object({ time, ...interfaceFields(), interfaces: listOf(object(interfaceFields(), ['name'])) }, [
    'time',
  ]),
};

function archiveFields(): Readonly<Record<string, Schema>> {
  return { name: string, bytes: integer, created: time, pinned: { type: 'boolean' } };
}

function interfaceFields(): Readonly<Record<string, Schema>> {
  return { name: string, rxBytes: integer, rxErrors: integer, txBytes: integer, txErrors: integer };
}

/** A usage with these integers, its time and its pressure stall information. */
function withStalls(...names: readonly string[]): Schema {
  return object({ time, ...Object.fromEntries(names.map((name) => [name, integer])), psi: ref('PsiStats') }, ['time']);
}

function figures(...names: readonly string[]): Schema {
  return object({ time, ...Object.fromEntries(names.map((name) => [name, integer])) }, ['time']);
}

function object(properties: Readonly<Record<string, Schema>>, required: readonly string[]): Schema {
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }), additionalProperties: false };
}

function listOf(items: Schema): Schema {
  return { type: 'array', items };
}

function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}
