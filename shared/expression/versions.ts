// The environments of the API by version: which functions an expression may use. Stored expressions may use everything that this
// server knows. New ones may use only what the previous version knows too, so that it could still read them.

import type { Library } from './declare/function.ts';
import { addressLibrary, networkLibrary } from './library/address.ts';
import { authorizerLibrary, authorizerSelectorLibrary } from './library/authorizer.ts';
import { listExtensionLibrary, setLibrary } from './library/list-extension.ts';
import { listLibrary } from './library/lists.ts';
import { namedFormatLibrary } from './library/named-format.ts';
import type { LibraryTypes } from './library/named-types.ts';
import { crossTypeComparisons } from './library/operators.ts';
import { optionalLibrary } from './library/optionals.ts';
import { quantityLibrary } from './library/quantity.ts';
import { regexLibrary } from './library/regex.ts';
import { semverLibrary } from './library/semver.ts';
import { stringFormatLibrary, stringLibrary } from './library/strings.ts';
import { twoVariableLibrary } from './library/two-variables.ts';
import { urlLibrary } from './library/url.ts';

/** A minor version of the API: 34 is 1.34. */
export type MinorVersion = number;

/** The version of this server. */
export const servedVersion: MinorVersion = 34;
/** The version whose functions expressions that are written may use. */
export const writtenVersion: MinorVersion = 33;

/** What a version added. */
interface Addition {
  readonly since: MinorVersion;
  readonly library: (named: LibraryTypes) => Library;
}

const additions: readonly Addition[] = [
  { since: 0, library: urlLibrary },
  { since: 0, library: () => regexLibrary },
  { since: 0, library: () => listLibrary },
  { since: 0, library: () => stringLibrary },
  { since: 27, library: authorizerLibrary },
  { since: 28, library: () => crossTypeComparisons },
  { since: 28, library: () => optionalLibrary },
  { since: 28, library: quantityLibrary },
  { since: 29, library: () => stringFormatLibrary },
  { since: 29, library: () => setLibrary },
  { since: 30, library: addressLibrary },
  { since: 30, library: networkLibrary },
  { since: 31, library: namedFormatLibrary },
  { since: 31, library: authorizerSelectorLibrary },
  { since: 32, library: () => twoVariableLibrary },
  { since: 33, library: semverLibrary },
  { since: 34, library: () => listExtensionLibrary },
];

/** What of the language a version has. */
export interface VersionedOptions {
  readonly libraries: readonly Library[];
  readonly optionals: boolean;
  readonly homogeneousLiterals: boolean;
  readonly constantChecks: boolean;
  readonly formatChecks: boolean;
}

/** Options of an environment of a version. `named`: the libraries' types, with the maker's token. */
export function optionsOfVersion(version: MinorVersion, named: LibraryTypes): VersionedOptions {
  return {
    libraries: additions.filter(({ since }) => since <= version).map(({ library }) => library(named)),
    optionals: version >= 28,
    homogeneousLiterals: version >= 29,
    constantChecks: version >= 29,
    formatChecks: version >= 29,
  };
}
