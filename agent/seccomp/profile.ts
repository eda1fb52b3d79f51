// Judges the text of a seccomp profile (requirements SECC): its form by the schema, and what a schema cannot say. Pure.

import { Ajv, type ErrorObject } from 'ajv';
import { profileSchema } from './profile-schema.ts';

/** The parts of a profile that its rules are about. */
interface Profile {
  readonly defaultAction: string;
  readonly defaultErrnoRet?: number;
  readonly listenerPath?: string;
  readonly listenerMetadata?: string;
  readonly syscalls?: readonly Rule[] | null;
}

interface Rule {
  readonly names: readonly string[];
  readonly action: string;
  readonly errnoRet?: number;
}

/** Faults that are named of one profile; a file of nonsense has thousands. */
const mostFaults = 20;

const notify = 'SCMP_ACT_NOTIFY';
/** Actions that return an error number to the caller. */
const returning: ReadonlySet<string> = new Set(['SCMP_ACT_ERRNO', 'SCMP_ACT_TRACE']);
/** Calls that the supervisor of notifications itself needs while the filter is set up. */
const neverNotified = 'write';

export type ProfileJudge = (text: string) => readonly string[];

/** Makes the judge: it returns what is wrong with the text, one line for each fault with its path; none: it is a profile. */
export function profileJudge(): ProfileJudge {
  const validate = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).compile(profileSchema);
  return (text) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      return [`is not JSON: ${error instanceof Error ? error.message : String(error)}`];
    }
    const faults = validate(value)
      ? faultsOfRules(value as unknown as Profile)
      : (validate.errors ?? []).map(faultText);
    if (faults.length <= mostFaults) return faults;
    return [...faults.slice(0, mostFaults), `and ${faults.length - mostFaults} faults more`];
  };
}

function faultsOfRules(profile: Profile): readonly string[] {
  const rules = profile.syscalls ?? [];
  const notifying = rules.some(({ action }) => action === notify);
  return [
    ...(profile.defaultAction === notify ? [`defaultAction: cannot be ${notify}: only rules can notify`] : []),
    ...errnoFaults('defaultErrnoRet', profile.defaultErrnoRet, profile.defaultAction),
    ...(notifying && !isSet(profile.listenerPath)
      ? [`listenerPath: is missing: a rule has the action ${notify}, and nothing listens`]
      : []),
    ...(isSet(profile.listenerMetadata) && !isSet(profile.listenerPath)
      ? ['listenerMetadata: needs listenerPath']
      : []),
    ...rules.flatMap(({ names, action, errnoRet }, at) => [
      ...(action === notify && names.includes(neverNotified)
        ? [`syscalls[${at}].names: ${neverNotified} cannot have the action ${notify}`]
        : []),
      ...errnoFaults(`syscalls[${at}].errnoRet`, errnoRet, action),
    ]),
  ];
}

function errnoFaults(path: string, errno: number | undefined, action: string): readonly string[] {
  if (errno === undefined || returning.has(action)) return [];
  return [`${path}: ${action} returns no error number; only ${[...returning].join(' and ')} do`];
}

function isSet(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

function faultText({ instancePath, keyword, params, message = 'is not valid' }: ErrorObject): string {
  const path = pathOf(instancePath);
  const at = (key: string): string => (path === '' ? key : `${path}.${key}`);
  switch (keyword) {
    case 'additionalProperties':
      return `${at(String(params['additionalProperty']))}: unknown key`;
    case 'required':
      return `${at(String(params['missingProperty']))}: is missing`;
    case 'enum':
      return `${path}: must be one of ${(params['allowedValues'] as readonly string[]).join(', ')}`;
    default:
      return `${path === '' ? 'the profile' : path}: ${message}`;
  }
}

/** `/syscalls/3/args/0/op` as `syscalls[3].args[0].op`. */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, step) => (/^\d+$/.test(step) ? `${path}[${step}]` : path === '' ? step : `${path}.${step}`), '');
}
