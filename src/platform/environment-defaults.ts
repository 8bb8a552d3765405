/** External registries and networks: production uses the real ones, a sandbox only those that are configured. */

type EndpointSettings = {
  readonly ENVIRONMENT: 'sandbox' | 'production';
  readonly VIES_URL?: string | undefined;
  readonly VIES_SOAP_URL?: string | undefined;
  readonly PEPPOL_ZONE?: readonly string[] | undefined;
  readonly PEPPOL_DIRECTORY_URL?: string | undefined;
};

const VIES = {
  viesUrl: 'https://ec.europa.eu/taxation_customs/vies/rest-api',
  viesSoapUrl: 'https://ec.europa.eu/taxation_customs/vies/services/checkVatService',
};

const PEPPOL_ZONE = 'participant.sml.prod.tech.peppol.org';
const PEPPOL_DIRECTORY_URL = 'https://directory.peppol.eu';

/** Configuring one channel disables the default of the other. */
export function viesOf(settings: EndpointSettings) {
  const isTold = settings.VIES_URL !== undefined || settings.VIES_SOAP_URL !== undefined;
  if (!isTold && settings.ENVIRONMENT === 'production') return VIES;
  return { viesUrl: settings.VIES_URL ?? null, viesSoapUrl: settings.VIES_SOAP_URL ?? null };
}

/** The Directory of the production network does not cover other zones; theirs must be configured. */
export function peppolOf(settings: EndpointSettings) {
  const isProduction = settings.ENVIRONMENT === 'production' && settings.PEPPOL_ZONE === undefined;
  return {
    peppolZones: settings.PEPPOL_ZONE ?? (isProduction ? [PEPPOL_ZONE] : null),
    peppolDirectoryUrl: settings.PEPPOL_DIRECTORY_URL ?? (isProduction ? PEPPOL_DIRECTORY_URL : null),
  };
}
