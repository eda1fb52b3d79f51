// A mutating webhook as a hook of the chain: its patch changes the object.

import { isDeepStrictEqual } from 'node:util';
import { stringifyJson } from '../../../shared/codec/json/json.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { internalError } from '../../../shared/object/errors.ts';
import { applyJsonPatch } from '../../../shared/patch/json-patch.ts';
import { type JsonPatchOperation, parseJsonPatch } from '../../../shared/patch/json-patch-document.ts';
import type { AdmissionAttributes } from '../contract/admission.ts';
import type { HookCall, Mutation, MutatingHook } from '../contract/hook.ts';
import type { VersionedResource } from '../contract/versions.ts';
import { requestVersion } from '../rule/resource-rules.ts';
import { askWebhook } from './ask-webhook.ts';
import { keepKind } from '../rule/same-kind.ts';
import { restoreHidden } from '../rule/shown-object.ts';
import { type Invocation, invocationIn, matchedRequest } from './invocation.ts';
import { measuredCall } from './measured-call.ts';
import type { ReviewAnswer } from './review.ts';
import type { Webhook } from './webhook.ts';
import { WebhookCallError } from './webhook-failure.ts';
import { WebhookConditions } from './webhook-conditions.ts';
import type { WebhookTools } from './webhook-tools.ts';

export class MutatingWebhook implements MutatingHook {
  readonly name: string;
  readonly reinvocation: 'Never' | 'IfNeeded';
  readonly #webhook: Webhook;
  readonly #place: number;
  readonly #tools: WebhookTools;
  readonly #conditions: WebhookConditions;

  /** `place`: its number among all mutating webhooks, from 0. */
  constructor(webhook: Webhook, place: number, tools: WebhookTools) {
    this.name = webhook.id;
    this.reinvocation = webhook.reinvocation;
    this.#webhook = webhook;
    this.#place = place;
    this.#tools = tools;
    this.#conditions = new WebhookConditions(webhook, 'admit', tools);
  }

  mutate(attributes: AdmissionAttributes, call: HookCall): Mutation | Promise<Mutation> {
    const seen = matchedRequest(this.#webhook, attributes, this.#tools);
    return seen === undefined ? 'skipped' : this.#call(seen, attributes, call);
  }

  async #call(seen: VersionedResource, attributes: AdmissionAttributes, call: HookCall): Promise<Mutation> {
    const tools = this.#tools;
    const invocation = await invocationIn(seen, attributes, { ...tools, phase: 'mutating' }, call);
    if (!(await this.#conditions.hold(attributes, invocation, call))) return 'skipped';
    const webhook = this.#webhook;
    const { vendor } = tools;
    const place = `round_${call.round}_index_${this.#place}`;
    let mutated = false;
    try {
      await measuredCall(
        {
          webhook,
          type: 'admit',
          attributes,
          request: call,
          tools,
          openKey: () => vendor.fill(`failed-open.mutation.webhook.admission.{api}/${place}`),
        },
        async () => {
          const answer = await askWebhook(webhook, attributes, invocation, { mutating: true, request: call, tools });
          mutated = await this.#apply(answer, attributes, invocation, { call, place });
        },
      );
    } finally {
      const { configuration, name } = webhook;
      attributes.addAnnotation(
        vendor.fill(`mutation.webhook.admission.{api}/${place}`),
        JSON.stringify({ configuration, webhook: name, mutated }),
      );
    }
    return mutated ? 'changed' : 'unchanged';
  }

  /** Whether the object is another one now. */
  async #apply(
    { patch, patchType }: ReviewAnswer,
    attributes: AdmissionAttributes,
    { seen, converted, object }: Invocation,
    { call, place }: { readonly call: HookCall; readonly place: string },
  ): Promise<boolean> {
    if (patch === undefined) return false;
    const { name, configuration } = this.#webhook;
    const { vendor, versions } = this.#tools;
    const operations = operationsOf(patch, name);
    if (operations.length === 0) return false;
    if (object === undefined) {
      throw internalError(
        `admission webhook ${JSON.stringify(name)} attempted to modify the object, which is not supported for this operation`,
      );
    }
    if (patchType !== 'JSONPatch') {
      throw new WebhookCallError(name, `unsupported patch type ${JSON.stringify(patchType)}`, 400);
    }
    const patched = this.#patched(object, operations, seen);
    const changed = !isDeepStrictEqual(patched, versions.read(plain(object), seen));
    attributes.addAnnotation(
      vendor.fill(`patch.webhook.admission.{api}/${place}`),
      stringifyJson({ configuration, webhook: name, patch: operations, patchType }),
      'Request',
    );
    const own = requestVersion(attributes);
    const back = converted ? await versions.convert(patched, seen, own, call) : patched;
    if (attributes.object !== undefined) restoreHidden(back, attributes.object, versions.schema(own));
    attributes.object = back;
    return changed;
  }

  /** Throws 500 for a patch that does not fit the object. */
  #patched(object: ApiObject, operations: readonly JsonPatchOperation[], seen: VersionedResource): ApiObject {
    const { vendor, versions } = this.#tools;
    try {
      const patched = versions.read(applyJsonPatch(plain(object), operations, vendor.behaviour.jsonPatch), seen);
      return keepKind(patched, object);
    } catch (error) {
      throw internalError(error);
    }
  }
}

/** A failure of the call: a patch that cannot be read is no valid answer. */
function operationsOf(patch: string, name: string): readonly JsonPatchOperation[] {
  try {
    return parseJsonPatch(patch).operations;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new WebhookCallError(name, `received undecodable patch in webhook response: ${reason}`, 503, error);
  }
}

/** As the webhook has seen it: without fields that are undefined. */
function plain(object: ApiObject): unknown {
  return JSON.parse(stringifyJson(object)) as unknown;
}
