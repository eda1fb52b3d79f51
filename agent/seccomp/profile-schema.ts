// What a seccomp profile file may hold (requirements SECC), as JSON Schema: the form of the OCI runtime specification, which
// runtimes read without asking what they do not know. Keys and values outside it are refused here, so that none is ignored.

export const actions = [
  'SCMP_ACT_ERRNO',
  'SCMP_ACT_ALLOW',
  'SCMP_ACT_KILL',
  'SCMP_ACT_KILL_PROCESS',
  'SCMP_ACT_KILL_THREAD',
  'SCMP_ACT_TRAP',
  'SCMP_ACT_NOTIFY',
  'SCMP_ACT_TRACE',
  'SCMP_ACT_LOG',
] as const;

const architectures = (
  'X86 X86_64 X32 ARM AARCH64 MIPS MIPS64 MIPS64N32 MIPSEL MIPSEL64 MIPSEL64N32 PPC PPC64 PPC64LE S390 S390X PARISC ' +
  'PARISC64 RISCV64 LOONGARCH64 M68K SH SHEB'
)
  .split(' ')
  .map((name) => `SCMP_ARCH_${name}`);

const flags = ['TSYNC', 'LOG', 'SPEC_ALLOW', 'WAIT_KILLABLE_RECV'].map((name) => `SECCOMP_FILTER_FLAG_${name}`);

const operators = ['NE', 'LT', 'LE', 'EQ', 'GE', 'GT', 'MASKED_EQ'].map((name) => `SCMP_CMP_${name}`);

/** The largest number of an error that the kernel gives to programs. */
const largestErrno = 4095;
const errno = { type: 'integer', minimum: 0, maximum: largestErrno };
const action = { type: 'string', enum: actions };
/** A number of 64 bits. JSON numbers are read as doubles here: one beyond 2^64 is noticed, one beyond 2^53 is not exact. */
const operand = { type: 'integer', minimum: 0, maximum: 2 ** 64 };

const argument = {
  type: 'object',
  properties: {
    index: { type: 'integer', minimum: 0, maximum: 5 },
    value: operand,
    valueTwo: operand,
    op: { type: 'string', enum: operators },
  },
  required: ['index', 'value', 'op'],
  additionalProperties: false,
};

const rule = {
  type: 'object',
  properties: {
    names: { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
    action,
    errnoRet: errno,
    args: { type: ['array', 'null'], items: argument },
  },
  required: ['names', 'action'],
  additionalProperties: false,
};

export const profileSchema = {
  type: 'object',
  properties: {
    defaultAction: action,
    defaultErrnoRet: errno,
    architectures: { type: ['array', 'null'], items: { type: 'string', enum: architectures } },
    flags: { type: ['array', 'null'], items: { type: 'string', enum: flags } },
    listenerPath: { type: 'string' },
    listenerMetadata: { type: 'string' },
    syscalls: { type: ['array', 'null'], items: rule },
  },
  required: ['defaultAction'],
  additionalProperties: false,
};
