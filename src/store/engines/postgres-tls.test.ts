import { describe, expect, test } from 'vitest'
import { tlsFaultOf, withExplicitSslMode } from './postgres-tls.ts'

const withCode = (code: string, syscall?: string) => Object.assign(new Error('x'), { code, syscall })

describe('the TLS fault behind an error', () => {
  test.each<[string, unknown, string | undefined]>([
    ['a certificate that signed itself', withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'untrusted'],
    ['one above it that signed itself', withCode('SELF_SIGNED_CERT_IN_CHAIN'), 'untrusted'],
    ['an unknown authority', withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'untrusted'],
    ['an unknown authority above', withCode('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), 'untrusted'],
    ['an expired certificate', withCode('CERT_HAS_EXPIRED'), 'not-valid-now'],
    ['one of the future', withCode('CERT_NOT_YET_VALID'), 'not-valid-now'],
    ['a revoked one', withCode('CERT_REVOKED'), 'handshake'],
    ['one for another host', withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'other-host'],
    ['a server without TLS', new Error('The server does not support SSL connections'), 'not-offered'],
    ['a key that is not that of the certificate', withCode('ERR_OSSL_X509_KEY_VALUES_MISMATCH'), 'own-file'],
    ['a file that is not there', withCode('ENOENT', 'open'), 'own-file'],
    ['a folder in place of a file', withCode('EISDIR', 'read'), 'own-file'],
    ['no common protocol', withCode('EPROTO', 'write'), 'handshake'],
    ['no certificate of our own', withCode('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), 'handshake'],
    ['no server', withCode('ECONNREFUSED', 'connect'), undefined],
    ['a connection that broke', withCode('ECONNRESET', 'read'), undefined],
    ['no socket file', withCode('ENOENT', 'connect'), undefined],
    ['a wrong password', withCode('28P01'), undefined],
    ['no error at all', 'CERT_HAS_EXPIRED', undefined],
  ])('%s', (_name, error, fault) => {
    expect(tlsFaultOf(error)).toBe(fault)
  })
})

test.each([
  ['postgres://u@h/d?sslmode=require', 'postgres://u@h/d?sslmode=verify-full'],
  ['postgres://u@h/d?x=1&sslmode=prefer&y=2', 'postgres://u@h/d?x=1&sslmode=verify-full&y=2'],
  ['postgres://u@h/d?sslmode=verify-ca', 'postgres://u@h/d?sslmode=verify-full'],
  ['postgres://u@h/d?sslmode=no-verify', 'postgres://u@h/d?sslmode=no-verify'],
  ['postgres://u@h/d?sslmode=disable', 'postgres://u@h/d?sslmode=disable'],
  [
    'postgres://u@h/d?uselibpqcompat=true&sslmode=require',
    'postgres://u@h/d?uselibpqcompat=true&sslmode=require',
  ],
  ['postgres://u:sslmode=require@h/d', 'postgres://u:sslmode=require@h/d'],
])('%s is opened as %s', (url, opened) => {
  expect(withExplicitSslMode(url)).toBe(opened)
})
