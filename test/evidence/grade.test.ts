import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { gradeOf } from '../../src/modules/evidence/grade.ts';
import { type CertificateOptions, makeCertificate } from '../support/certificate.ts';

const seal = (qualified?: CertificateOptions['qualified']) =>
  new X509Certificate(makeCertificate('Seal', qualified === undefined ? {} : { qualified }).cert).raw;
const stamp = { isQualified: true };

describe('grade of evidence', () => {
  it('is `signed` until a published checkpoint covers the report', () => {
    expect(gradeOf({ seal: null, isLogged: false, stamp: null })).toBe('signed');
    expect(gradeOf({ seal: seal('seal'), isLogged: false, stamp })).toBe('signed');
    expect(gradeOf({ seal: null, isLogged: true, stamp: null })).toBe('signed_and_logged');
  });

  it('ETSI EN 319 412-5, 319 422: is `qualified` only if both seal and time stamp declare it', () => {
    expect(gradeOf({ seal: seal('seal'), isLogged: true, stamp })).toBe('qualified');
    for (const less of [null, seal(), seal('signature'), seal('no type'), Buffer.from('no certificate')]) {
      expect(gradeOf({ seal: less, isLogged: true, stamp })).toBe('signed_and_logged');
    }
    for (const less of [null, { isQualified: false }]) {
      expect(gradeOf({ seal: seal('seal'), isLogged: true, stamp: less })).toBe('signed_and_logged');
    }
  });
});
