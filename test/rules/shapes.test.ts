import { describe, expect, test } from 'vitest';
import type { Alert } from '../../src/rules/alert.ts';
import { shapeAlert } from '../../src/shapes/alert.ts';
import { shapeLegacyAlert } from '../../src/shapes/legacy-alert.ts';
import { shapePageMeta } from '../../src/shapes/page.ts';

const alert: Alert = {
  id: '0197a1f0-7b5c-7d11-9a0e-3c5f1b2a4d6e',
  companyId: '0197a1ef-1111-7abc-8def-0123456789ab',
  merchantId: '0197a1ef-2222-7abc-8def-0123456789ab',
  merchantEnrollmentId: '0197a1ef-3333-7abc-8def-0123456789ab',
  provider: 'provider_a_alerts',
  providerAlertId: 'A7K2QX90',
  amount: '129.90',
  currency: 'BRL',
  cardLast4: '4242',
  cardBin: '41234567',
  transactionDate: '2026-11-01',
  descriptor: 'LOJA*EXEMPLO',
  arn: null,
  caid: null,
  authCode: '031337',
  alertType: 'confirmed_fraud',
  reasonCode: '10.4',
  issuer: 'Banco Exemplo',
  installmentNumber: 2,
  installmentCount: 12,
  status: 'pending',
  receivedAt: new Date('2026-11-02T12:00:00.000Z'),
  expiresAt: new Date('2026-11-03T12:00:00.000Z'),
  createdAt: new Date('2026-11-02T12:00:00.001Z'),
  updatedAt: new Date('2026-11-02T12:00:00.020Z'),
};

test('the Alert of the current API has exactly the fields of the specification', () => {
  expect(shapeAlert(alert)).toEqual({
    id: '0197a1f0-7b5c-7d11-9a0e-3c5f1b2a4d6e',
    company_id: '0197a1ef-1111-7abc-8def-0123456789ab',
    merchant_id: '0197a1ef-2222-7abc-8def-0123456789ab',
    merchant_enrollment_id: '0197a1ef-3333-7abc-8def-0123456789ab',
    provider: 'provider_a_alerts',
    provider_alert_id: 'A7K2QX90',
    amount: '129.90',
    currency: 'BRL',
    card_last4: '4242',
    card_bin: '41234567',
    transaction_date: '2026-11-01T00:00:00.000Z',
    descriptor: 'LOJA*EXEMPLO',
    arn: null,
    caid: null,
    auth_code: '031337',
    alert_type: 'confirmed_fraud',
    reason_code: '10.4',
    issuer: 'Banco Exemplo',
    status: 'pending',
    received_at: '2026-11-02T12:00:00.000Z',
    expires_at: '2026-11-03T12:00:00.000Z',
    created_at: '2026-11-02T12:00:00.001Z',
    updated_at: '2026-11-02T12:00:00.020Z',
    installment_number: 2,
    installment_count: 12,
    provider_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('D16: provider_id is a fixed UUID per provider, and the two differ', () => {
  const ofA = shapeAlert(alert).provider_id;
  const ofB = shapeAlert({ ...alert, provider: 'provider_b_rdr' }).provider_id;
  expect(shapeAlert({ ...alert, id: alert.companyId }).provider_id).toBe(ofA);
  expect(ofB).not.toBe(ofA);
});

describe('the legacy alert body (D19)', () => {
  test('has exactly the fields of the specification, amount a number', () => {
    expect(shapeLegacyAlert(alert, 'Loja Exemplo')).toEqual({
      alert_id: 'A7K2QX90',
      merchant: 'Loja Exemplo',
      provider: 'provider_a',
      descriptor: 'LOJA*EXEMPLO',
      transaction_date: '2026-11-01T00:00:00.000Z',
      currency: 'BRL',
      amount: 129.9,
      card_number: '41234567****4242',
      created_at: '2026-11-02T12:00:00.001Z',
    });
  });

  test.for([
    ['411111', '411111******4242'],
    ['4111111', '4111111*****4242'],
    ['41111111', '41111111****4242'],
  ] as const)('a BIN of %s becomes %s, 16 characters in all', ([cardBin, cardNumber]) => {
    expect(shapeLegacyAlert({ ...alert, cardBin }, '').card_number).toBe(cardNumber);
    expect(cardNumber).toHaveLength(16);
  });

  test.for([
    ['provider_a_alerts', 'provider_a'],
    ['provider_b_rdr', 'provider_b'],
  ] as const)('%s is written %s', ([provider, slug]) => {
    expect(shapeLegacyAlert({ ...alert, provider }, '').provider).toBe(slug);
  });

  test.for([
    ['0.01', 0.01],
    ['0', 0],
    ['1000.00', 1000],
    ['999999999999.99', 999_999_999_999.99],
  ] as const)('an amount of "%s" is the number %d', ([amount, number]) => {
    expect(shapeLegacyAlert({ ...alert, amount }, '').amount).toBe(number);
  });
});

describe('pagination meta', () => {
  test.for([
    [0, 20, 0],
    [1, 20, 1],
    [20, 20, 1],
    [21, 20, 2],
    [100, 1, 100],
  ] as const)('%i alerts at %i a page are %i pages', ([total, perPage, totalPages]) => {
    expect(shapePageMeta(3, perPage, total)).toEqual({
      page: 3,
      per_page: perPage,
      total,
      total_pages: totalPages,
    });
  });
});
