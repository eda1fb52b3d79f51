// Every mutant of the suite.

import type { Mutant } from './mutant.ts';
import chunksUnasked from './mutants/chunks-unasked.ts';
import compressesUnasked from './mutants/compresses-unasked.ts';
import dropsBookmarks from './mutants/drops-bookmarks.ts';
import dropsFinalizers from './mutants/drops-finalizers.ts';
import dropsImpersonatedGroups from './mutants/drops-impersonated-groups.ts';
import envelopeWithoutType from './mutants/envelope-without-type.ts';
import forbidsNothing from './mutants/forbids-nothing.ts';
import forgetsTheRest from './mutants/forgets-the-rest.ts';
import forgivesForce from './mutants/forgives-force.ts';
import healthWithoutNames from './mutants/health-without-names.ts';
import hidesConflicts from './mutants/hides-conflicts.ts';
import hidesFailingTests from './mutants/hides-failing-tests.ts';
import hidesManagers from './mutants/hides-managers.ts';
import hidesRemovals from './mutants/hides-removals.ts';
import ignoresDryRun from './mutants/ignores-dry-run.ts';
import ignoresFieldSelector from './mutants/ignores-field-selector.ts';
import ignoresLabelSelector from './mutants/ignores-label-selector.ts';
import ignoresLimit from './mutants/ignores-limit.ts';
import ignoresMatch from './mutants/ignores-match.ts';
import ignoresPreconditions from './mutants/ignores-preconditions.ts';
import ignoresVersion from './mutants/ignores-version.ts';
import ignoresWeights from './mutants/ignores-weights.ts';
import keepsUnknownFields from './mutants/keeps-unknown-fields.ts';
import listVersionStandsStill from './mutants/list-version-stands-still.ts';
import logsWithoutPods from './mutants/logs-without-pods.ts';
import losesEvents from './mutants/loses-events.ts';
import losesFieldsBetweenVersions from './mutants/loses-fields-between-versions.ts';
import metricsWithoutStability from './mutants/metrics-without-stability.ts';
import mindsUnknownParameters from './mutants/minds-unknown-parameters.ts';
import miscountsStatus from './mutants/miscounts-status.ts';
import miscountsTheRest from './mutants/miscounts-the-rest.ts';
import mislabelsAnswers from './mutants/mislabels-answers.ts';
import misnamesStatus from './mutants/misnames-status.ts';
import mistypesEvents from './mutants/mistypes-events.ts';
import neverIndents from './mutants/never-indents.ts';
import neverWarns from './mutants/never-warns.ts';
import repeatsColumns from './mutants/repeats-columns.ts';
import repeatsEvents from './mutants/repeats-events.ts';
import reusesAVersion from './mutants/reuses-a-version.ts';
import sendsUnaskedBookmarks from './mutants/sends-unasked-bookmarks.ts';
import servesRemovedVersions from './mutants/serves-removed-versions.ts';
import sharesOfZeroAreDefault from './mutants/shares-of-zero-are-default.ts';
import sharesUids from './mutants/shares-uids.ts';
import speaksJsonOnly from './mutants/speaks-json-only.ts';
import strictIsLenient from './mutants/strict-is-lenient.ts';
import takesAnyPatch from './mutants/takes-any-patch.ts';
import takesAnyRowObject from './mutants/takes-any-row-object.ts';
import trustsAnyToken from './mutants/trusts-any-token.ts';
import unknownExcludeFails from './mutants/unknown-exclude-fails.ts';
import warnsWithoutForm from './mutants/warns-without-form.ts';

/** In the order of their ids. */
export const mutants: readonly Mutant[] = [
  chunksUnasked,
  compressesUnasked,
  dropsBookmarks,
  dropsFinalizers,
  dropsImpersonatedGroups,
  envelopeWithoutType,
  forbidsNothing,
  forgetsTheRest,
  forgivesForce,
  healthWithoutNames,
  hidesConflicts,
  hidesFailingTests,
  hidesManagers,
  hidesRemovals,
  ignoresDryRun,
  ignoresFieldSelector,
  ignoresLabelSelector,
  ignoresLimit,
  ignoresMatch,
  ignoresPreconditions,
  ignoresVersion,
  ignoresWeights,
  keepsUnknownFields,
  listVersionStandsStill,
  logsWithoutPods,
  losesEvents,
  losesFieldsBetweenVersions,
  metricsWithoutStability,
  mindsUnknownParameters,
  miscountsStatus,
  miscountsTheRest,
  mislabelsAnswers,
  misnamesStatus,
  mistypesEvents,
  neverIndents,
  neverWarns,
  repeatsColumns,
  repeatsEvents,
  reusesAVersion,
  sendsUnaskedBookmarks,
  servesRemovedVersions,
  sharesOfZeroAreDefault,
  sharesUids,
  speaksJsonOnly,
  strictIsLenient,
  takesAnyPatch,
  takesAnyRowObject,
  trustsAnyToken,
  unknownExcludeFails,
  warnsWithoutForm,
];
