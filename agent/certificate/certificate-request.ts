// Asks the API service for one certificate and waits for the decision. The certificate that comes back is checked
// against the key before the agent uses it: the signer is not trusted.

import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { readCertificate } from '../../shared/certificates/certificate.ts';
import { createRequest, parseRequest, type RequestOptions } from '../../shared/certificates/request.ts';
import type { ResourceClient } from '../../shared/client/request/api-client.ts';
import { isAlreadyExists } from '../../shared/client/request/failure.ts';
import { watchResource } from '../../shared/client/watch/watcher.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import { readPair, UnusableCertificate } from './certificate-folder.ts';

export interface SigningRequest extends ApiObject {
  readonly spec?: {
    readonly request?: string;
    readonly signerName?: string;
    readonly usages?: readonly string[];
  };
  readonly status?: {
    readonly certificate?: string;
    readonly conditions?: readonly { readonly type: string; readonly reason?: string; readonly message?: string }[];
  };
}

/** The subject of the certificate, and its signer. */
export interface CertificateTerms {
  readonly signerName: string;
  readonly subject: Omit<RequestOptions, 'keyPem'>;
  readonly usages: readonly string[];
}

export interface RequestContext {
  readonly requests: ResourceClient<SigningRequest>;
  /** Group and version of signing requests. */
  readonly apiVersion: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called repeatedly while there is no decision, with one line for people. Optional. */
  readonly waiting?: (line: string) => void;
}

/** The request was refused finally: it was denied, it failed, or the certificate does not match the key. */
export class CertificateRefused extends Error {
  override readonly name = 'CertificateRefused';
}

/** Milliseconds after which a request is given up; the caller tries again. */
const patience = 15 * 60_000;
/** Milliseconds between two reminders in the log. */
const reminder = 60_000;
/** Milliseconds that the service has for the head of an answer. */
const headTimeout = 30_000;

/**
 * Resolves with the certificate (PEM, issuers after it). Rejects with CertificateRefused, with what the client rejects
 * with, with an Error without a decision in a quarter of an hour, or with the signal's reason.
 */
export async function requestCertificate(
  terms: CertificateTerms,
  keyPem: string,
  context: RequestContext,
): Promise<string> {
  const request = await post(terms, keyPem, context);
  const name = request.metadata.name ?? '';
  context.log.info('a certificate is asked for', { request: name, signer: terms.signerName });
  const encoded = await decided(name, context);
  return checked(Buffer.from(encoded, 'base64').toString('latin1'), keyPem, terms, context.clock);
}

async function post(terms: CertificateTerms, keyPem: string, context: RequestContext): Promise<SigningRequest> {
  const { requests, apiVersion, signal } = context;
  const name = nameOf(terms, keyPem);
  const { requestPem } = createRequest({ ...terms.subject, keyPem });
  const object = {
    apiVersion,
    kind: 'CertificateSigningRequest',
    metadata: { name },
    spec: {
      request: Buffer.from(requestPem).toString('base64'),
      signerName: terms.signerName,
      usages: [...terms.usages],
    },
  };
  try {
    return await requests.create(object, { signal, headTimeout });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
  }
  const existing = await requests.get(name, { signal, headTimeout });
  if (!isOurs(existing, keyPem, terms)) throw new CertificateRefused(`another request is named ${name}`);
  return existing;
}

/** The same key and terms give the same name: a start after a crash finds its request again. */
function nameOf({ signerName, subject, usages }: CertificateTerms, keyPem: string): string {
  const hash = createHash('sha256').update(publicKeyOf(keyPem));
  hash.update(JSON.stringify([signerName, subject, usages]));
  return `node-csr-${hash.digest('hex').slice(0, 43)}`;
}

function publicKeyOf(keyPem: string): Buffer {
  return createPublicKey(createPrivateKey(keyPem)).export({ type: 'spki', format: 'der' });
}

function isOurs({ spec }: SigningRequest, keyPem: string, terms: CertificateTerms): boolean {
  try {
    const { publicKey } = parseRequest(Buffer.from(spec?.request ?? '', 'base64').toString('latin1'));
    const sameKey = publicKey.export({ type: 'spki', format: 'der' }).equals(publicKeyOf(keyPem));
    return sameKey && spec?.signerName === terms.signerName;
  } catch {
    return false;
  }
}

/** Resolves with the certificate once the service shows it. Rejects when the request is refused, deleted or not decided. */
async function decided(name: string, context: RequestContext): Promise<string> {
  const { requests, clock, signal, log } = context;
  const end = new AbortController();
  const until = AbortSignal.any([signal, end.signal]);
  const lateness = giveUp(name, context, end.signal).finally(() => end.abort());
  try {
    let seen = false;
    const follow = watchResource(requests, { clock, signal: until, fieldSelector: `metadata.name=${name}` });
    for await (const event of follow) {
      if (event.type === 'failed') {
        log.debug('the signing request could not be followed; trying again', { request: name, error: event.error });
        continue;
      }
      // A list may come from before the request was made.
      const request = event.type === 'synced' ? event.objects[0] : event.object;
      if (event.type === 'deleted' || (request === undefined && seen)) {
        throw new Error(`the signing request ${name} was deleted before it was decided`);
      }
      seen ||= request !== undefined;
      const certificate = request === undefined ? undefined : outcomeOf(request);
      if (certificate !== undefined) return certificate;
    }
    signal.throwIfAborted();
    throw new Error(`the signing request ${name} was not decided in ${patience / 60_000} minutes`);
  } finally {
    end.abort();
    await lateness;
  }
}

/** Resolves after `patience`, or when the signal aborts. Until then it logs a reminder every minute. */
async function giveUp(name: string, { clock, log, waiting }: RequestContext, signal: AbortSignal): Promise<void> {
  const line = `waiting for the approval of the signing request ${name}`;
  waiting?.(line);
  try {
    for (let waited = 0; waited < patience; waited += reminder) {
      await clock.sleep(reminder, signal);
      log.warn(line, { minutes: (waited + reminder) / 60_000 });
      waiting?.(line);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Undefined: not decided yet, or not signed yet. */
function outcomeOf({ metadata, status }: SigningRequest): string | undefined {
  for (const { type, reason, message } of status?.conditions ?? []) {
    if (type !== 'Denied' && type !== 'Failed') continue;
    const why = [reason, message].filter((part) => (part ?? '') !== '').join(': ');
    throw new CertificateRefused(
      `the signing request ${metadata.name} ${type === 'Denied' ? 'was denied' : 'failed'}: ${why}`,
    );
  }
  const certificate = status?.certificate;
  return typeof certificate === 'string' && certificate !== '' ? certificate : undefined;
}

function checked(pem: string, keyPem: string, terms: CertificateTerms, clock: Clock): string {
  try {
    const { certificate, notAfter } = readPair(`${pem}\n${keyPem}`);
    if (notAfter <= clock.now()) {
      throw new UnusableCertificate(
        `it ended at ${new Date(notAfter).toISOString()}, before it came; are the clocks right?`,
      );
    }
    if (!covers(certificate, terms)) throw new UnusableCertificate('it does not say what was asked for');
    return certificate;
  } catch (error) {
    if (!(error instanceof UnusableCertificate)) throw error;
    throw new CertificateRefused(`the certificate that came cannot be used: ${error.message}`, { cause: error });
  }
}

/** Whether the certificate (PEM) has all the required contents. */
export function covers(certificate: string, { subject }: CertificateTerms): boolean {
  const { commonName, dnsNames } = readCertificate(certificate);
  const read = new X509Certificate(certificate);
  return (
    commonName === subject.commonName &&
    (subject.dnsNames ?? []).every((name) => dnsNames.includes(name)) &&
    (subject.ipAddresses ?? []).every((address) => read.checkIP(address) !== undefined)
  );
}
