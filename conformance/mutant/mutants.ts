// Every mutant of the suite.

import type { Mutant } from './contract/mutant.ts';
import actsAsTheCaller from './mutants/acts-as-the-caller.ts';
import { applierMutants } from './mutants/appliers.ts';
import { ownerRecordMutants } from './mutants/owner-records.ts';
import { schemaMarkerMutants } from './mutants/schema-markers.ts';
import { definerMutants } from './mutants/definers.ts';
import archivesElsewhere from './mutants/archives-elsewhere.ts';
import { attackedMutants } from './mutants/attacked.ts';
import believesHeaders from './mutants/believes-headers.ts';
import { blindBodyMutants } from './mutants/blind-bodies.ts';
import { blindRightMutants } from './mutants/blind-rights.ts';
import { blindSpotMutants } from './mutants/blind-spots.ts';
import { blindWebhookMutants } from './mutants/blind-webhooks.ts';
import { byteMutants } from './mutants/bytes.ts';
import { callerMutants } from './mutants/callers.ts';
import checkpointsAnything from './mutants/checkpoints-anything.ts';
import chunksUnasked from './mutants/chunks-unasked.ts';
import compressesUnasked from './mutants/compresses-unasked.ts';
import contentWithAnyHost from './mutants/content-with-any-host.ts';
import countsEverything from './mutants/counts-everything.ts';
import cutsAnswersShort from './mutants/cuts-answers-short.ts';
import doubtsEveryNode from './mutants/doubts-every-node.ts';
import dropsBookmarks from './mutants/drops-bookmarks.ts';
import dropsFinalizers from './mutants/drops-finalizers.ts';
import dropsImpersonatedGroups from './mutants/drops-impersonated-groups.ts';
import emptiesDocuments from './mutants/empties-documents.ts';
import emptiesLists from './mutants/empties-lists.ts';
import endsWell from './mutants/ends-well.ts';
import envelopeWithoutType from './mutants/envelope-without-type.ts';
import findsNoFaults from './mutants/finds-no-faults.ts';
import findsEverything from './mutants/finds-everything.ts';
import fillsNothingIn from './mutants/fills-nothing-in.ts';
import { flagMutants } from './mutants/flags.ts';
import forbidsNothing from './mutants/forbids-nothing.ts';
import forbidsTheUnknown from './mutants/forbids-the-unknown.ts';
import forgetsTheRest from './mutants/forgets-the-rest.ts';
import forgetsVersions from './mutants/forgets-versions.ts';
import forgivesForce from './mutants/forgives-force.ts';
import forgivesMistakes from './mutants/forgives-mistakes.ts';
import { halfCheckMutants } from './mutants/half-checks.ts';
import healthWithoutNames from './mutants/health-without-names.ts';
import hidesAdditions from './mutants/hides-additions.ts';
import hidesCategories from './mutants/hides-categories.ts';
import hidesConflicts from './mutants/hides-conflicts.ts';
import hidesFailingTests from './mutants/hides-failing-tests.ts';
import hidesKinds from './mutants/hides-kinds.ts';
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
import lateToLive from './mutants/late-to-live.ts';
import letsNamedUsersIn from './mutants/lets-named-users-in.ts';
import listVersionStandsStill from './mutants/list-version-stands-still.ts';
import logsWithoutPods from './mutants/logs-without-pods.ts';
import losesEvents from './mutants/loses-events.ts';
import losesFieldsBetweenVersions from './mutants/loses-fields-between-versions.ts';
import metricsWithoutDeprecations from './mutants/metrics-without-deprecations.ts';
import metricsWithoutStability from './mutants/metrics-without-stability.ts';
import mindsUnknownParameters from './mutants/minds-unknown-parameters.ts';
import miscountsStatus from './mutants/miscounts-status.ts';
import miscountsTheRest from './mutants/miscounts-the-rest.ts';
import mislabelsAnswers from './mutants/mislabels-answers.ts';
import misnamesStatus from './mutants/misnames-status.ts';
import mistypesEvents from './mutants/mistypes-events.ts';
import neverASignOfLife from './mutants/never-a-sign-of-life.ts';
import neverDeletes from './mutants/never-deletes.ts';
import neverIndents from './mutants/never-indents.ts';
import neverWarns from './mutants/never-warns.ts';
import { joinedAgentMutants } from './mutants/joined-agents.ts';
import { nodeAgentMutants } from './mutants/node-agents.ts';
import nodesWithoutTaints from './mutants/nodes-without-taints.ts';
import oneArchiveForAll from './mutants/one-archive-for-all.ts';
import patchesNothing from './mutants/patches-nothing.ts';
import publishesNoAuthority from './mutants/publishes-no-authority.ts';
import publishesOtherKeys from './mutants/publishes-other-keys.ts';
import { raceMutants } from './mutants/races.ts';
import { readingMutants } from './mutants/readings.ts';
import refusesWithoutWords from './mutants/refuses-without-words.ts';
import repeatsColumns from './mutants/repeats-columns.ts';
import repeatsEvents from './mutants/repeats-events.ts';
import restrictsEverybody from './mutants/restricts-everybody.ts';
import reusesAVersion from './mutants/reuses-a-version.ts';
import { roleMutants } from './mutants/roles.ts';
import sendsUnaskedBookmarks from './mutants/sends-unasked-bookmarks.ts';
import reviewsHaveTables from './mutants/reviews-have-tables.ts';
import servesOnlyTheCore from './mutants/serves-only-the-core.ts';
import servesRemovedVersions from './mutants/serves-removed-versions.ts';
import sharesOfZeroAreDefault from './mutants/shares-of-zero-are-default.ts';
import sharesUids from './mutants/shares-uids.ts';
import signsOfLifeUnasked from './mutants/signs-of-life-unasked.ts';
import signsNothing from './mutants/signs-nothing.ts';
import speaksJsonOnly from './mutants/speaks-json-only.ts';
import strictIsLenient from './mutants/strict-is-lenient.ts';
import takesAnyPatch from './mutants/takes-any-patch.ts';
import takesAnyRowObject from './mutants/takes-any-row-object.ts';
import tellsEventsByName from './mutants/tells-events-by-name.ts';
import tellsNamesOnly from './mutants/tells-names-only.ts';
import trustsAnyToken from './mutants/trusts-any-token.ts';
import turnsReviewsAround from './mutants/turns-reviews-around.ts';
import { unguardedMutants } from './mutants/unguarded.ts';
import unknownExcludeFails from './mutants/unknown-exclude-fails.ts';
import warnsWithoutForm from './mutants/warns-without-form.ts';
import { wordingMutants } from './mutants/wordings.ts';
import { wrongTableMutants } from './mutants/wrong-tables.ts';

/** All mutants: those in files of their own by id, then the families. */
export const mutants: readonly Mutant[] = [
  actsAsTheCaller,
  archivesElsewhere,
  believesHeaders,
  checkpointsAnything,
  chunksUnasked,
  compressesUnasked,
  contentWithAnyHost,
  countsEverything,
  cutsAnswersShort,
  doubtsEveryNode,
  dropsBookmarks,
  dropsFinalizers,
  dropsImpersonatedGroups,
  emptiesDocuments,
  emptiesLists,
  endsWell,
  envelopeWithoutType,
  findsEverything,
  forbidsNothing,
  forbidsTheUnknown,
  forgetsTheRest,
  forgetsVersions,
  forgivesForce,
  forgivesMistakes,
  healthWithoutNames,
  hidesAdditions,
  hidesCategories,
  hidesConflicts,
  hidesFailingTests,
  hidesKinds,
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
  lateToLive,
  letsNamedUsersIn,
  listVersionStandsStill,
  logsWithoutPods,
  losesEvents,
  losesFieldsBetweenVersions,
  metricsWithoutDeprecations,
  metricsWithoutStability,
  mindsUnknownParameters,
  miscountsStatus,
  miscountsTheRest,
  mislabelsAnswers,
  misnamesStatus,
  mistypesEvents,
  neverASignOfLife,
  neverDeletes,
  neverIndents,
  neverWarns,
  nodesWithoutTaints,
  oneArchiveForAll,
  patchesNothing,
  publishesNoAuthority,
  publishesOtherKeys,
  refusesWithoutWords,
  repeatsColumns,
  repeatsEvents,
  restrictsEverybody,
  reusesAVersion,
  sendsUnaskedBookmarks,
  reviewsHaveTables,
  servesOnlyTheCore,
  servesRemovedVersions,
  sharesOfZeroAreDefault,
  sharesUids,
  signsOfLifeUnasked,
  speaksJsonOnly,
  strictIsLenient,
  takesAnyPatch,
  takesAnyRowObject,
  tellsEventsByName,
  tellsNamesOnly,
  trustsAnyToken,
  turnsReviewsAround,
  unknownExcludeFails,
  warnsWithoutForm,
  ...applierMutants,
  ...ownerRecordMutants,
  ...schemaMarkerMutants,
  ...definerMutants,
  ...attackedMutants,
  ...blindBodyMutants,
  ...blindRightMutants,
  ...blindSpotMutants,
  ...blindWebhookMutants,
  ...byteMutants,
  ...callerMutants,
  ...flagMutants,
  fillsNothingIn,
  findsNoFaults,
  signsNothing,
  ...halfCheckMutants,
  ...joinedAgentMutants,
  ...nodeAgentMutants,
  ...raceMutants,
  ...readingMutants,
  ...roleMutants,
  ...unguardedMutants,
  ...wordingMutants,
  ...wrongTableMutants,
];
