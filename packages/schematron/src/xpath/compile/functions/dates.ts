import { quote } from '../../../javascript.ts';
import { type AtomicType, one, optional } from '../../item-types.ts';
import type { Env } from '../expr.ts';
import { NOTHING } from '../expr.ts';
import { argumentAs, define, type FunctionTable, over, strict, strictOver } from './define.ts';

type RtName = Parameters<Env['module']['rt']>[0];

const part = (from: AtomicType, fn: RtName, result: 'integer' | 'decimal' = 'integer') =>
  strict([from], result, ([value], env) => `${env.module.rt(fn)}(${value})`);

const zone = (from: AtomicType) =>
  define(1, 1, (args, call) => {
    const moment = argumentAs(args[0]!, optional(from), call, 0);
    const found = strictOver([moment], 'dayTimeDuration', ([value], env) => `${env.module.rt('zoneOf')}(${value})`);
    return { ...found, type: optional('dayTimeDuration') };
  });

const adjust = (from: AtomicType) =>
  define(1, 2, (args, call) => {
    const moment = argumentAs(args[0]!, optional(from), call, 0);
    const timezone =
      args[1] === undefined
        ? over([], one('dayTimeDuration'), (_, env) => `${env.module.rt('implicitTimezone')}(d)`)
        : argumentAs(args[1], optional('dayTimeDuration'), call, 1);
    const type = moment.type.min === 1 ? one(from) : optional(from);
    return over([moment, timezone], type, ([value, offset], env) => {
      const call_ = `${env.module.rt('adjustZone')}(${value}, ${offset})`;
      return moment.type.min === 1 ? call_ : `${env.module.rt('adjustOptional')}(${value}, ${offset})`;
    });
  });

const now = (type: 'date' | 'dateTime' | 'time') =>
  define(0, 0, () => ({
    type: one(type),
    needs: NOTHING,
    isExpensive: true,
    value: (env: Env) => `${env.module.rt('currentMoment')}(d, ${quote(type)})`,
  }));

/** Functions on dates, times and durations (XPath functions, section 10 and 16). */
export const dateFunctions: FunctionTable = {
  'current-date': now('date'),
  'current-dateTime': now('dateTime'),
  'current-time': now('time'),
  'implicit-timezone': define(0, 0, () =>
    over([], one('dayTimeDuration'), (_, env) => `${env.module.rt('implicitTimezone')}(d)`),
  ),
  dateTime: define(2, 2, (args, call) => {
    const [date, time] = [
      argumentAs(args[0]!, optional('date'), call, 0),
      argumentAs(args[1]!, optional('time'), call, 1),
    ];
    return strictOver([date, time], 'dateTime', ([a, b], env) => `${env.module.rt('joinDateTime')}(${a}, ${b})`);
  }),
  'year-from-date': part('date', 'yearOf'),
  'month-from-date': part('date', 'monthOf'),
  'day-from-date': part('date', 'dayOf'),
  'timezone-from-date': zone('date'),
  'year-from-dateTime': part('dateTime', 'yearOf'),
  'month-from-dateTime': part('dateTime', 'monthOf'),
  'day-from-dateTime': part('dateTime', 'dayOf'),
  'hours-from-dateTime': part('dateTime', 'hoursOf'),
  'minutes-from-dateTime': part('dateTime', 'minutesOf'),
  'seconds-from-dateTime': part('dateTime', 'secondsOf', 'decimal'),
  'timezone-from-dateTime': zone('dateTime'),
  'hours-from-time': part('time', 'hoursOf'),
  'minutes-from-time': part('time', 'minutesOf'),
  'seconds-from-time': part('time', 'secondsOf', 'decimal'),
  'timezone-from-time': zone('time'),
  'years-from-duration': part('duration', 'durationYears'),
  'months-from-duration': part('duration', 'durationMonths'),
  'days-from-duration': part('duration', 'durationDays'),
  'hours-from-duration': part('duration', 'durationHours'),
  'minutes-from-duration': part('duration', 'durationMinutes'),
  'seconds-from-duration': part('duration', 'durationSeconds', 'decimal'),
  'adjust-date-to-timezone': adjust('date'),
  'adjust-dateTime-to-timezone': adjust('dateTime'),
  'adjust-time-to-timezone': adjust('time'),
};
