// Servers that many cases share. Starting one costs more than a case does, so flags that do not disturb each other are put
// together; a case on such a server is about one of them.

import type { Launch } from './case.ts';

/** What is off by default is on: bootstrap tokens, node restriction, CBOR, versions that are not stable. */
export const switchedOn: Launch = {
  server: [
    '--enable-bootstrap-token-auth',
    '--controllers=*,bootstrapsigner,tokencleaner',
    '--enable-admission-plugins=NodeRestriction',
    '--feature-gates=CBORServingAndStorage=true',
    // One key without a value, which counts as true.
    '--runtime-config=storage.{api}/v1alpha1,networking.{api}/v1beta1=true,authorization.{api}/v1beta1=true',
  ],
};

/** What is on by default is off: features, whole versions, and one resource of a version that is switched on. */
export const switchedOff: Launch = {
  server: [
    // Tokens are taken, and the controllers for them do not run.
    '--enable-bootstrap-token-auth',
    '--feature-gates=APIResponseCompression=false,WatchList=false,ListFromCacheSnapshot=false',
    '--runtime-config=batch/v1=false,autoscaling/v1=false,networking.{api}/v1beta1,networking.{api}/v1beta1/servicecidrs=false',
  ],
};

/** The release before is asked for: its metrics, and beta versions by the key of their level. */
export const releaseBefore: Launch = {
  server: ['--show-hidden-metrics-for-version=1.33', '--runtime-config=api/beta=true'],
};

/** No flags beyond those that every launched server gets. */
export const plain: Launch = { server: [] };

/** Everybody who is known may do everything. */
export const allowingAll: Launch = { server: ['--authorization-mode=AlwaysAllow'] };
