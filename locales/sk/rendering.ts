import type { rendering as english } from '../en/rendering.ts';
import type { TranslationOf } from '../icu/translation.ts';

export const rendering = {
  'rendering.value.BT-1.name': 'Číslo faktúry',
  'rendering.value.BT-2.name': 'Dátum vyhotovenia',
  'rendering.value.BT-9.name': 'Dátum splatnosti',
  'rendering.value.BT-109.name': 'Spolu bez DPH',
  'rendering.value.BT-110.name': 'DPH spolu',
  'rendering.value.BT-111.name': 'DPH spolu v mene DPH',
  'rendering.value.BT-112.name': 'Spolu s DPH',
  'rendering.value.BT-113.name': 'Uhradené zálohy',
  'rendering.value.BT-115.name': 'Na úhradu',
  'rendering.outcome.found': 'Všetky sumy z XML sú v čitateľnom texte PDF. Ich miesto ani význam sa neoveruje.',
  'rendering.outcome.not_found': 'Niektorá suma z XML v čitateľnom texte PDF nie je. Môže byť len inak zapísaná alebo na obrázku: pozrite sa na ňu.',
  'rendering.outcome.contradicted': 'Pri označení sumy je v PDF iná suma než v XML a suma z XML v ňom nie je nikde.',
  'rendering.outcome.other_sign': 'Niektorá suma je v PDF len s opačným znamienkom než v XML: jedno žiada, čo druhé vracia. V PDF to môže byť povedané aj slovom (napríklad preplatok): pozrite sa naň.',
  'rendering.outcome.partly': 'Niektorá suma z XML sa v texte PDF nenašla, ale časť PDF sa ako text prečítať nedá.',
  'rendering.outcome.nothing': 'Z textu PDF sa nedá prečítať žiadna suma (napríklad je to sken), preto sa s XML neporovnáva.',
  'rendering.outcome.unread': 'Text PDF sa v rámci obmedzení času a pamäte nepodarilo prečítať.',
  'rendering.cii-not-validated': 'Doklad v syntaxi CII sa zobrazuje, ale nevaliduje.',
  'rendering.leftovers': 'Údaje mimo modelu EN 16931 sú uvedené na konci; ich počet: {length}.',
  'rendering.payment-other-currency': 'Suma na úhradu (BT-115) je v inej mene ako faktúra (BT-5); platobný kód preto chýba.',
  'rendering.payment-inconsistent': 'Suma na úhradu nesúhlasí s celkovou sumou, uhradenou sumou a zaokrúhlením (BR-CO-16); platobný kód preto chýba.',
  'rendering.not-printed': 'Znaky, ktoré nemá žiadne písmo na serveri, sa v PDF vytlačia ako �: {fields}. XML ich má a prehliadač s vlastným písmom ich ukáže.',
  'rendering.other-fields': 'inde',
} as const satisfies TranslationOf<typeof english>;
