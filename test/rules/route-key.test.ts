import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeRoute, routeKey } from '../../src/rules/route-key.ts';

function keyOfDescriptor(descriptor: string): string {
  return routeKey({ provider: 'provider_a_alerts', descriptor }).toString('hex');
}

function keyOfAcceptor(acquirerBin: string, caid: string): string {
  return routeKey({ provider: 'provider_b_rdr', acquirerBin, caid }).toString('hex');
}

describe('provider A routes by descriptor: case and repeated spaces do not matter (design, chapter 2)', () => {
  test.for([
    ['case', 'Loja*Exemplo', 'LOJA*EXEMPLO'],
    ['repeated spaces', 'LOJA   EXEMPLO', 'LOJA EXEMPLO'],
    ['a tab for a space', 'LOJA\tEXEMPLO', 'LOJA EXEMPLO'],
    ['a no-break space for a space', 'LOJA\u00a0EXEMPLO', 'LOJA EXEMPLO'],
    ['spaces around', '  LOJA EXEMPLO ', 'LOJA EXEMPLO'],
    ['accented letters in either case', 'Pão de Açúcar', 'PÃO DE AÇÚCAR'],
    ['accents composed or not', 'Pa\u0303o', 'P\u00e3o'],
  ] as const)('%s', ([, one, other]) => {
    expect(keyOfDescriptor(one)).toBe(keyOfDescriptor(other));
  });

  test.for([
    ['another word', 'LOJA*EXEMPLO', 'LOJA*EXEMPLOS'],
    ['a missing space', 'LOJA EXEMPLO', 'LOJAEXEMPLO'],
    ['an accent', 'PAO', 'PÃO'],
    ['another sign', 'LOJA*EXEMPLO', 'LOJA-EXEMPLO'],
  ] as const)('%s makes another route', ([, one, other]) => {
    expect(keyOfDescriptor(one)).not.toBe(keyOfDescriptor(other));
  });

  test('any writing of a descriptor in other case and spacing is the same route', () => {
    const words = fc.array(fc.stringMatching(/^[a-zA-Z0-9*.]{1,8}$/), { minLength: 1, maxLength: 4 });
    const gap = fc.constantFrom(' ', '  ', '\t ', '   ');
    fc.assert(
      fc.property(words, gap, fc.boolean(), (parts, space, lower) => {
        const written = `${space}${parts.join(space)}${space}`;
        expect(keyOfDescriptor(lower ? written.toLowerCase() : written)).toBe(
          keyOfDescriptor(parts.join(' ')),
        );
      }),
    );
  });
});

describe('provider B routes by acquirer BIN and card acceptor', () => {
  test('spaces around either do not matter', () => {
    expect(keyOfAcceptor(' 412345 ', ' CAID1 ')).toBe(keyOfAcceptor('412345', 'CAID1'));
  });

  test.for<[what: string, one: [string, string], other: [string, string]]>([
    ['another acquirer BIN', ['412345', 'CAID1'], ['412346', 'CAID1']],
    ['another card acceptor', ['412345', 'CAID1'], ['412345', 'CAID2']],
    ['the case of the card acceptor', ['412345', 'CAID1'], ['412345', 'caid1']],
    ['a leading zero', ['412345', '0123'], ['412345', '123']],
    ['a digit that changes sides', ['412345', '6789'], ['4123456', '789']],
  ])('%s makes another route', ([, one, other]) => {
    expect(keyOfAcceptor(...one)).not.toBe(keyOfAcceptor(...other));
  });
});

describe('a route is made of its own provider’s parts and no other’s', () => {
  test.for([
    { provider: 'provider_a_alerts', descriptor: 'D' },
    { provider: 'provider_b_rdr', acquirerBin: '412345', caid: 'C' },
  ] as const)('%j', (parts) => {
    expect(composeRoute(parts)).toEqual(parts);
  });

  test.for([
    { provider: 'provider_a_alerts' },
    { provider: 'provider_a_alerts', descriptor: 'D', acquirerBin: '412345' },
    { provider: 'provider_a_alerts', descriptor: 'D', caid: 'C' },
    { provider: 'provider_b_rdr', acquirerBin: '412345' },
    { provider: 'provider_b_rdr', caid: 'C' },
    { provider: 'provider_b_rdr', acquirerBin: '412345', caid: 'C', descriptor: 'D' },
  ] as const)('%j makes none', (parts) => {
    expect(composeRoute(parts)).toBeUndefined();
  });
});
