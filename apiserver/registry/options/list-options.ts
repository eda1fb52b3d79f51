// The query parameters of list and watch, validated together (RV-010 to RV-033). What they mean for the cache is the verbs'
// business; here only impossible combinations are refused.

import type { Query } from '../contract/query.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AskedVersion } from './resource-version.ts';
import type { ContinueToken } from './continue-token.ts';
import { badRequest, invalid } from '../../../shared/object/errors.ts';
import { forbiddenField, invalidValue, notSupported } from '../../../shared/object/field-error-message.ts';
import { booleanOf, integerOf } from './integer.ts';
import { decodeContinueToken } from './continue-token.ts';
import { parseResourceVersion, resourceVersionOf } from './resource-version.ts';
import { FieldSelector, parseFieldSelector } from '../../../shared/object/field-selector.ts';
import { LabelSelector, parseLabelSelector } from '../../../shared/object/label-selector.ts';

/** What a list selects, and how it is to match a version. */
export interface ListSelection {
  readonly match: '' | 'Exact' | 'NotOlderThan';
  /** 0: no limit, which is also what a negative one means. */
  readonly limit: number;
  readonly labelSelector: LabelSelector;
  readonly fieldSelector: FieldSelector;
}

/** Where a list begins. */
export interface ListPosition {
  readonly version: AskedVersion;
  readonly token: ContinueToken | undefined;
}

export type ListOptions = Pick<ListSelection, 'match' | 'limit'> & ListPosition;

export interface WatchOptions extends Pick<ListSelection, 'labelSelector' | 'fieldSelector'> {
  readonly version: AskedVersion;
  /** Undefined: not said, the version decides. */
  readonly sendInitialEvents: boolean | undefined;
  readonly allowBookmarks: boolean;
  /** Seconds; undefined: the server's choice. */
  readonly timeoutSeconds: number | undefined;
}

const matches = ['Exact', 'NotOlderThan', ''] as const;

const selectsAll = { labelSelector: new LabelSelector([]), fieldSelector: new FieldSelector([]) };

/** Of a list that says nothing about itself, as most do: to look for each option costs more than to find the objects. */
const noSelection: ListSelection = Object.freeze({ match: '', limit: 0, ...selectsAll } as const);
const noPosition: ListPosition = Object.freeze({ version: { kind: 'unset' }, token: undefined } as const);

export function isWatch(query: Query): boolean {
  return booleanOf(query, 'watch') ?? false;
}

/** Throws 400 for options that cannot be read, 422 for those that exclude each other: the former first. */
export function listSelectionOf(vendor: Vendor, query: Query): ListSelection {
  if (query.size === 0) return noSelection;
  // A list takes no notice of it, but what is no number is a mistake there too.
  integerOf(query, 'timeoutSeconds');
  const limit = integerOf(query, 'limit') ?? 0;
  const selectors = selectorsOf(query);
  const versionText = query.get('resourceVersion') ?? '';
  const continueText = query.get('continue') ?? '';
  const errors = matchErrors(query.get('resourceVersionMatch') ?? '', versionText, continueText);
  if (query.has('sendInitialEvents')) {
    errors.push(forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  refuse(vendor, errors);
  return {
    match: matchOf(query),
    // What any version will do for comes whole from the cache.
    limit: versionText === '0' && continueText === '' ? 0 : Math.max(0, limit),
    ...selectors,
  };
}

/** Throws 400 for a token or a version that cannot be read. A list looks at them last. */
export function listPositionOf(vendor: Vendor, query: Query): ListPosition {
  if (query.size === 0) return noPosition;
  const versionText = query.get('resourceVersion') ?? '';
  const continueText = query.get('continue') ?? '';
  const token = continueText === '' ? undefined : decodeContinueToken(vendor, continueText);
  if (token !== undefined && versionText !== '' && versionText !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  return { version: resourceVersionOf(query), token };
}

function selectorsOf(query: Query): Pick<ListSelection, 'labelSelector' | 'fieldSelector'> {
  const [labels, fields] = [query.get('labelSelector') ?? '', query.get('fieldSelector') ?? ''];
  if (labels === '' && fields === '') return selectsAll;
  return { labelSelector: parseLabelSelector(labels), fieldSelector: parseFieldSelector(fields) };
}

/** What is wrong with how a list is to match its version, in the order in which clients know it. */
function matchErrors(match: string, versionText: string, continueText: string): FieldError[] {
  const errors: FieldError[] = [];
  if (match === '') return errors;
  const forbid = (detail: string): void => void errors.push(forbiddenField('resourceVersionMatch', detail));
  if (versionText === '') forbid('resourceVersionMatch is forbidden unless resourceVersion is provided');
  if (continueText !== '') forbid('resourceVersionMatch is forbidden when continue is provided');
  if (!isMatch(match)) errors.push(notSupported('resourceVersionMatch', match, matches));
  if (match === 'Exact' && versionText === '0') {
    forbid('resourceVersionMatch "exact" is forbidden for resourceVersion "0"');
  }
  return errors;
}

/** `streamingLists`: whether a watch may ask for initial events at all. Throws as `listSelectionOf` does. */
export function watchOptionsOf(vendor: Vendor, query: Query, streamingLists: boolean): WatchOptions {
  const timeoutSeconds = integerOf(query, 'timeoutSeconds');
  integerOf(query, 'limit');
  const selectors = selectorsOf(query);
  const sendInitialEvents = booleanOf(query, 'sendInitialEvents');
  const errors = initialEventsErrors(query, sendInitialEvents, streamingLists);
  const versionText = query.get('resourceVersion');
  const version = parseResourceVersion(versionText);
  if (version === undefined && errors.length === 0) {
    errors.push(invalidValue('resourceVersion', versionText, 'must be a version that this service issued'));
  }
  refuse(vendor, errors);
  return {
    version: version ?? { kind: 'unset' },
    ...selectors,
    sendInitialEvents,
    allowBookmarks: booleanOf(query, 'allowWatchBookmarks') ?? false,
    timeoutSeconds: timeoutSeconds === undefined || timeoutSeconds <= 0 ? undefined : timeoutSeconds,
  };
}

/** What is wrong with how a watch is to begin, in the order in which clients know it. */
function initialEventsErrors(
  query: Query,
  sendInitialEvents: boolean | undefined,
  streamingLists: boolean,
): FieldError[] {
  const errors: FieldError[] = [];
  const match = query.get('resourceVersionMatch') ?? '';
  const version = query.get('resourceVersion') ?? '';
  const forbid = (field: string, detail: string): void => void errors.push(forbiddenField(field, detail));
  if (sendInitialEvents !== undefined) {
    if (match !== 'NotOlderThan') {
      forbid('resourceVersionMatch', 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan');
    }
    if (!streamingLists) {
      forbid(
        'sendInitialEvents',
        'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
      );
    }
  } else if (match !== '') {
    forbid('resourceVersionMatch', 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided');
  }
  if (match !== '' && match !== 'NotOlderThan') {
    errors.push(notSupported('resourceVersionMatch', match, ['NotOlderThan']));
  }
  // Without a version, or with `0`, the initial state is sent first, as with a `resourceVersionMatch`.
  const begins = match !== '' || (sendInitialEvents === undefined && (version === '' || version === '0'));
  if (begins && (query.get('continue') ?? '') !== '') {
    forbid('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided');
  }
  return errors;
}

function matchOf(query: Query): ListSelection['match'] {
  const text = query.get('resourceVersionMatch') ?? '';
  return isMatch(text) ? text : '';
}

function isMatch(text: string): text is ListSelection['match'] {
  return matches.some((known) => known === text);
}

function refuse(vendor: Vendor, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: vendor.fill('meta.{api}'), kind: 'ListOptions' }, '', errors);
}
