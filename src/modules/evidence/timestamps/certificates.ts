import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

const EXTENDED_KEY_USAGE = '2.5.29.37';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';
/** ETSI EN 319 412-5: 4.2.1, qualified certificate; 4.2.3, its purpose. */
const QC_COMPLIANCE = '0.4.0.1862.1.1';
const QC_TYPE = '0.4.0.1862.1.6';
const QC_TYPE_SEAL = '0.4.0.1862.1.6.2';
/** ETSI EN 319 422, 9.1: qualified time stamp. */
const QUALIFIED_STAMP = '0.4.0.19422.1.1';

/**
 * Qualification declared by a certificate. The trusted list of its country shows whether the issuer may declare it.
 */
type QualifiedStatements = {
  readonly isQualified: boolean;
  readonly isForSeals: boolean;
};

/** Parses a DER certificate; null if it is invalid. */
export function readCertificate(der: Uint8Array): pkijs.Certificate | null {
  try {
    return pkijs.Certificate.fromBER(new Uint8Array(der));
  } catch {
    return null;
  }
}

/** Whether the extended key usage of the certificate is time stamping only, and critical (RFC 3161, 2.3). */
export function isForTimeStamps(certificate: pkijs.Certificate): boolean {
  const usage = certificate.extensions?.find(({ extnID }) => extnID === EXTENDED_KEY_USAGE);
  const purposes = usage?.parsedValue instanceof pkijs.ExtKeyUsage ? usage.parsedValue.keyPurposes : [];
  return usage?.critical === true && purposes.length === 1 && purposes[0] === TIME_STAMPING;
}

/** Returns the qualified-certificate statements (ETSI EN 319 412-5). */
export function readQualifiedStatements({ extensions = [] }: pkijs.Certificate): QualifiedStatements {
  const statements = statementsOf(extensions);
  const types = partsOf(statements.get(QC_TYPE)).map(identifierOf);
  return { isQualified: statements.has(QC_COMPLIANCE), isForSeals: types.includes(QC_TYPE_SEAL) };
}

/** Whether the time stamp declares itself as qualified; the certificate of its authority has no such statement. */
export const isQualifiedStamp = ({ extensions = [] }: pkijs.TSTInfo): boolean =>
  statementsOf(extensions).has(QUALIFIED_STAMP);

type Asn1 = asn1js.BaseBlock | undefined;

function statementsOf(extensions: readonly pkijs.Extension[]): Map<string, Asn1> {
  const written = extensions.find(({ extnID }) => extnID === QC_STATEMENTS)?.extnValue.valueBlock.valueHexView;
  if (written === undefined) return new Map();
  const { offset, result } = asn1js.fromBER(written);
  if (offset === -1) return new Map();
  return new Map(
    partsOf(result).map((statement): [string, Asn1] => {
      const [identifier, information] = partsOf(statement);
      return [identifierOf(identifier), information];
    }),
  );
}

const partsOf = (value: Asn1): readonly asn1js.BaseBlock[] =>
  value instanceof asn1js.Sequence ? value.valueBlock.value : [];

const identifierOf = (value: Asn1): string =>
  value instanceof asn1js.ObjectIdentifier ? value.valueBlock.toString() : '';
