import type { FileResult } from '@e-invoice/validator/issues';
import type {
  EnvelopeVerdict,
  LayerNotInRuleset,
  RulesetUnknown,
  ValidationRequest,
} from '@e-invoice/validator/validation';
import type { DraftInvoice, Preview, Reachability } from '../drafts/index.ts';
import type { Addressing } from '../exchange/envelope/index.ts';
import type { ForSending, InvoiceDetails, Particulars } from '../exchange/invoice-facts/index.ts';
import type { RenderIssuesOptions, WrittenTaxData } from '../exchange/tax-data/index.ts';
import type { NetworkFinding, NetworkPackId, ServedPack, ValidatorConfig } from '../rules/loader/index.ts';

/** A request without its clock, which a thread has itself. */
export type FileValidationRequest = Omit<ValidationRequest, 'clock'> & {
  /** Tell beside the result who deals with whom, and the VAT: what a protocol names. */
  readonly details?: boolean;
};

/** A result, and what was asked for beside it: null when the file is no invoice. */
export type ValidatedFile = FileResult & { readonly details?: InvoiceDetails | null };

/** What a result says in a word; undetermined: a rule could not be evaluated, which counts as invalid. */
export type VerdictWord = 'valid' | 'invalid' | 'undetermined';

/** A result as it is kept: its JSON text, and its verdict. */
export type WrittenResult = { readonly text: string; readonly verdict: VerdictWord };

/** Files that are judged in one go: their names and lengths, in the order in which their bytes follow each other. */
type FileOfGroup = { readonly filename: string; readonly length: number };

/** What a thread is started with. */
export type Setup = ValidatorConfig;

/** What a preview is made of. */
export type PreviewRequest = { readonly draft: DraftInvoice; readonly today: string; readonly reach: Reachability };

/**
 * To a thread: judge this file, or as many of these files as a short time allows, make an invoice of this draft and judge that, read who sends this file to whom, or all
 * that its preparation for sending needs, make the tax data document of it, read what of it matters before it is sent, judge it by rules of the network,
 * or the envelope around it alone. `served`: releases of the service that apply, beside those that the thread has.
 */
export type Request =
  | {
      readonly kind: 'file';
      readonly bytes: Uint8Array;
      readonly request: FileValidationRequest;
      readonly served: readonly ServedPack[];
    }
  | {
      readonly kind: 'files';
      readonly bytes: Uint8Array;
      readonly files: readonly FileOfGroup[];
      readonly request: Omit<FileValidationRequest, 'filename'>;
      readonly served: readonly ServedPack[];
    }
  | { readonly kind: 'draft'; readonly request: PreviewRequest; readonly served: readonly ServedPack[] }
  | { readonly kind: 'addressing'; readonly bytes: Uint8Array }
  | { readonly kind: 'for sending'; readonly bytes: Uint8Array; readonly at: number }
  | { readonly kind: 'tax data'; readonly bytes: Uint8Array; readonly request: RenderIssuesOptions }
  | { readonly kind: 'particulars'; readonly bytes: Uint8Array }
  | { readonly kind: 'network'; readonly bytes: Uint8Array; readonly pack: NetworkPackId; readonly today: string }
  | { readonly kind: 'envelope'; readonly bytes: Uint8Array };

/** From a thread. */
export type Reply =
  | { readonly kind: 'result'; readonly result: ValidatedFile }
  /** Of the first of some files, one at least; null for each that is to be judged by itself. */
  | { readonly kind: 'results'; readonly results: readonly (WrittenResult | null)[] }
  | { readonly kind: 'preview'; readonly preview: Preview }
  | { readonly kind: 'addressing'; readonly addressing: Addressing | null }
  | { readonly kind: 'for sending'; readonly read: ForSending | null }
  | { readonly kind: 'tax data'; readonly told: WrittenTaxData | null; readonly findings: readonly NetworkFinding[] }
  | { readonly kind: 'particulars'; readonly particulars: Particulars | null }
  | { readonly kind: 'network'; readonly findings: readonly NetworkFinding[] | null }
  | { readonly kind: 'envelope'; readonly verdict: EnvelopeVerdict }
  /** What was asked for cannot be applied; a class of error does not survive the way between threads. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };

type Refusal =
  | Pick<RulesetUnknown, 'code' | 'asked' | 'installed'>
  | Pick<LayerNotInRuleset, 'code' | 'asked' | 'ruleset' | 'layers'>;
