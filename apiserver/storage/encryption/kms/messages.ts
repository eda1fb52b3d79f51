// The calls of a key management plug-in (package v2 of its interface) and the envelope that a value is stored in, by field numbers.

import {
  bytesMapShape,
  bytesShape,
  field,
  int32Shape,
  message,
  type MessageOf,
  stringShape,
  type WireMessage,
} from '../../../../shared/codec/protobuf/wire-codec.ts';

/** A unary call: where it goes, what it takes, what it answers. */
export interface KmsCall<Q, A> {
  readonly path: string;
  readonly request: WireMessage<Q>;
  readonly response: WireMessage<A>;
}

const statusRequest = message('StatusRequest', {});
const statusResponse = message('StatusResponse', {
  version: field(1, stringShape),
  healthz: field(2, stringShape),
  keyId: field(3, stringShape),
});
export type PluginStatus = MessageOf<typeof statusResponse>;
export const statusCall: KmsCall<object, PluginStatus> = {
  path: '/v2.KeyManagementService/Status',
  request: statusRequest,
  response: statusResponse,
};

const encryptRequest = message('EncryptRequest', { plaintext: field(1, bytesShape), uid: field(2, stringShape) });
const encryptResponse = message('EncryptResponse', {
  ciphertext: field(1, bytesShape),
  keyId: field(2, stringShape),
  annotations: field(3, bytesMapShape),
});
export const encryptCall: KmsCall<MessageOf<typeof encryptRequest>, MessageOf<typeof encryptResponse>> = {
  path: '/v2.KeyManagementService/Encrypt',
  request: encryptRequest,
  response: encryptResponse,
};

const decryptRequest = message('DecryptRequest', {
  ciphertext: field(1, bytesShape),
  uid: field(2, stringShape),
  keyId: field(3, stringShape),
  annotations: field(4, bytesMapShape),
});
const decryptResponse = message('DecryptResponse', { plaintext: field(1, bytesShape) });
export const decryptCall: KmsCall<MessageOf<typeof decryptRequest>, MessageOf<typeof decryptResponse>> = {
  path: '/v2.KeyManagementService/Decrypt',
  request: decryptRequest,
  response: decryptResponse,
};

/** A value with what its key comes from. */
export const encryptedObject = message('EncryptedObject', {
  encryptedData: field(1, bytesShape),
  keyId: field(2, stringShape),
  /** The key or the seed, encrypted by the plug-in. */
  encryptedSource: field(3, bytesShape),
  annotations: field(4, bytesMapShape),
  sourceType: field(5, int32Shape),
});
export type EncryptedObject = MessageOf<typeof encryptedObject>;

/** What the encrypted source is: the key of AES-GCM itself, or the seed of keys. */
export const sourceIsKey = 0;
export const sourceIsSeed = 1;
