import { describe, expect, it } from 'vitest';
import { goesDirect } from '#adapters/aws/no-proxy';
import { proxyOf } from '#adapters/aws/proxy';

describe('NO_PROXY', () => {
  it.each([
    ['https://eks.eu-west-1.amazonaws.com', 'amazonaws.com', true],
    ['https://eks.eu-west-1.amazonaws.com', '.amazonaws.com', true],
    ['https://eks.eu-west-1.amazonaws.com', '*.amazonaws.com', true],
    ['https://amazonaws.com', '.amazonaws.com', false],
    ['https://notamazonaws.com', 'amazonaws.com', false],
    ['https://10.1.2.3:6443', '10.0.0.0/8', true],
    ['https://11.1.2.3', '10.0.0.0/8', false],
    ['https://10.1.2.3', '10.1.2.3', true],
    ['https://[fd00::1]', 'fd00::/8', true],
    ['https://api.test:6443', 'api.test:6443', true],
    ['https://api.test', 'api.test:6443', false],
    ['https://api.test', 'a.test, API.test', true],
    ['https://api.test', '*', true],
    ['https://api.test', '', false],
    ['https://api.test', '10.0.0.0/x,/8', false],
  ])('%s with "%s": goes direct is %s', (url, noProxy, expected) => {
    expect(goesDirect(new URL(url), noProxy)).toBe(expected);
  });
});

describe('the proxy of a URL', () => {
  it('is that of its scheme, small letters first, else ALL_PROXY, and never for the machine itself', () => {
    const environment = { HTTPS_PROXY: 'http://big:1', https_proxy: 'http://small:2', ALL_PROXY: 'all:3' };
    expect(proxyOf('https://api.test/x', environment)).toBe('http://small:2');
    expect(proxyOf('http://api.test/x', environment)).toBe('http://all:3');
    expect(proxyOf('https://localhost:6443/', environment)).toBe('');
    expect(proxyOf('https://127.0.0.1/', environment)).toBe('');
    expect(proxyOf('https://api.test/', { ...environment, NO_PROXY: 'test' })).toBe('');
  });
});
