// Where a webhook is called: at a URL, or at a service of the cluster; exactly one of the two.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import { invalidValue, required } from '../../../../shared/object/field-error-message.ts';
import { checkDns1123Subdomain } from '../../../../shared/object/names.ts';
import { urlParts } from '../../../../shared/object/address/url-parts.ts';
import { quoted } from '../../../../shared/object/quoted.ts';
import { addAll } from '../../../../shared/object/add-all.ts';

export interface ClientConfig {
  url?: string;
  service?: { namespace?: string; name?: string; path?: string; port?: number };
}

const urlForm = 'desired format: https://host[/path]';

export function clientConfigErrors({ url, service }: ClientConfig, path: string): readonly FieldError[] {
  if ((url === undefined) === (service === undefined)) {
    return [required(path, 'exactly one of url or service is required')];
  }
  if (url !== undefined) return urlErrors(url, `${path}.url`);
  const errors: FieldError[] = [];
  const { namespace = '', name = '', path: servicePath, port = 443 } = service ?? {};
  // Each is reported at the other's place, and clients know it so.
  if (namespace === '') errors.push(required(`${path}.service.name`));
  if (name === '') errors.push(required(`${path}.service.namespace`));
  if (port < 1 || port > 65_535) {
    errors.push(
      invalidValue(`${path}.service.port`, port, 'port is not valid: must be between 1 and 65535, inclusive'),
    );
  }
  if (servicePath !== undefined) addAll(errors, pathErrors(servicePath, `${path}.service.path`));
  return errors;
}

function urlErrors(text: string, path: string): readonly FieldError[] {
  const url = urlParts(text);
  if (typeof url === 'string')
    return [required(path, `url must be a valid URL: parse ${quoted(text)}: ${url}; ${urlForm}`)];
  const { scheme, user, host, query, fragment } = url;
  const errors: FieldError[] = [];
  if (scheme !== 'https') errors.push(invalidValue(path, scheme, `'https' is the only allowed URL scheme; ${urlForm}`));
  if (host === '') errors.push(invalidValue(path, host, `host must be specified; ${urlForm}`));
  if (user !== undefined) errors.push(invalidValue(path, user, 'user information is not permitted in the URL'));
  if (fragment !== '') errors.push(invalidValue(path, fragment, 'fragments are not permitted in the URL'));
  if (query !== '') errors.push(invalidValue(path, query, 'query parameters are not permitted in the URL'));
  return errors;
}

function pathErrors(text: string, path: string): readonly FieldError[] {
  if (text === '/' || text === '') return [];
  const errors: FieldError[] = [];
  if (!text.startsWith('/')) errors.push(invalidValue(path, text, "must start with a '/'"));
  const segments = text.slice(1).split('/');
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  for (const [index, segment] of segments.entries()) {
    if (segment === '') errors.push(invalidValue(path, text, `segment[${index}] may not be empty`));
    for (const fault of segment === '' ? [] : checkDns1123Subdomain(segment))
      errors.push(invalidValue(path, text, `segment[${index}]: ${fault}`));
  }
  return errors;
}
