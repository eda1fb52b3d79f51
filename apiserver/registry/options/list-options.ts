// The query parameters of list and watch, validated together (wire section 2.2, RV-010 to RV-033). What they mean for the
// cache is the verbs' business; here only impossible combinations are refused.

import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { AskedVersion } from './resource-version.ts';
import type { ContinueToken } from './continue-token.ts';
import { badRequest, invalid } from '../../../shared/object/errors.ts';
import { forbiddenField, invalidValue, notSupported } from '../../../shared/object/field-error-message.ts';
import { booleanOf, integerOf } from './integer.ts';
import { decodeContinueToken } from './continue-token.ts';
import { parseResourceVersion } from './resource-version.ts';

export interface ListOptions {
  readonly version: AskedVersion;
  readonly match: '' | 'Exact' | 'NotOlderThan';
  /** 0: no limit. */
  readonly limit: number;
  readonly token: ContinueToken | undefined;
  /** As written; '' when absent. */
  readonly labelSelector: string;
  readonly fieldSelector: string;
}

export interface WatchOptions extends Pick<ListOptions, 'version' | 'labelSelector' | 'fieldSelector'> {
  /** Undefined: not said, the version decides. */
  readonly sendInitialEvents: boolean | undefined;
  readonly allowBookmarks: boolean;
  /** Seconds; undefined: the server's choice. */
  readonly timeoutSeconds: number | undefined;
}

const matches = ['Exact', 'NotOlderThan', ''] as const;

export function isWatch(query: URLSearchParams): boolean {
  return booleanOf(query, 'watch') ?? false;
}

export function listOptionsOf(vendor: Vendor, query: URLSearchParams): ListOptions {
  const errors: FieldError[] = [];
  const match = matchOf(query, errors);
  const versionText = query.get('resourceVersion');
  const version = parseResourceVersion(versionText);
  if (version === undefined)
    throw badRequest(`invalid resource version: ${JSON.stringify(versionText)} is not a version`);
  const continueText = query.get('continue') ?? '';
  if (query.has('sendInitialEvents'))
    errors.push(forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  if (match !== '') {
    if (continueText !== '') {
      errors.push(
        forbiddenField('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided'),
      );
    }
    if (version.kind === 'unset') {
      errors.push(
        forbiddenField('resourceVersionMatch', 'resourceVersionMatch is forbidden unless resourceVersion is provided'),
      );
    }
    if (match === 'Exact' && version.kind === 'any') {
      errors.push(
        forbiddenField('resourceVersionMatch', 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
      );
    }
  }
  refuse(vendor, errors);
  if (continueText !== '' && version.kind === 'at') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  const limit = integerOf(query, 'limit') ?? 0;
  if (limit < 0) throw badRequest(`the parameter limit must not be negative: ${limit}`);
  return {
    version,
    match,
    limit,
    token: continueText === '' ? undefined : decodeContinueToken(vendor, continueText),
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
  };
}

/** `streamingLists`: whether a watch may ask for initial events at all. */
export function watchOptionsOf(vendor: Vendor, query: URLSearchParams, streamingLists: boolean): WatchOptions {
  const errors: FieldError[] = [];
  const match = matchOf(query, errors);
  const sendInitialEvents = booleanOf(query, 'sendInitialEvents');
  if (sendInitialEvents === undefined) {
    if (match !== '') {
      errors.push(
        forbiddenField(
          'resourceVersionMatch',
          'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
        ),
      );
    }
  } else if (!streamingLists) {
    errors.push(
      forbiddenField(
        'sendInitialEvents',
        'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled',
      ),
    );
  } else if (match !== 'NotOlderThan') {
    errors.push(
      forbiddenField('resourceVersionMatch', 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'),
    );
  }
  const versionText = query.get('resourceVersion');
  const version = parseResourceVersion(versionText);
  if (version === undefined)
    errors.push(invalidValue('resourceVersion', versionText, 'must be a version that this service issued'));
  refuse(vendor, errors);
  const timeoutSeconds = integerOf(query, 'timeoutSeconds');
  return {
    version: version ?? { kind: 'unset' },
    labelSelector: query.get('labelSelector') ?? '',
    fieldSelector: query.get('fieldSelector') ?? '',
    sendInitialEvents,
    allowBookmarks: booleanOf(query, 'allowWatchBookmarks') ?? false,
    timeoutSeconds: timeoutSeconds === undefined || timeoutSeconds <= 0 ? undefined : timeoutSeconds,
  };
}

function matchOf(query: URLSearchParams, errors: FieldError[]): ListOptions['match'] {
  const text = query.get('resourceVersionMatch') ?? '';
  const match = matches.find((known) => known === text);
  if (match === undefined) errors.push(notSupported('resourceVersionMatch', text, matches));
  return match ?? '';
}

function refuse(vendor: Vendor, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalid({ group: vendor.fill('meta.{api}'), kind: 'ListOptions' }, '', errors);
}
