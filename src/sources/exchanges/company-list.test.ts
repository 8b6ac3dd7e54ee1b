import { expect, test } from 'vitest'
import { companiesFrom, packedCompaniesFrom } from './offer.ts'

test.each<[string, readonly string[]]>([
  ['Fig Capital Limited', ['Fig Capital Limited']],
  [' Fig  Capital\nLimited. ', ['Fig Capital Limited']],
  [
    'Fig Capital Limited and Elm Advisors Private Limited',
    ['Fig Capital Limited', 'Elm Advisors Private Limited'],
  ],
  ['F and A Capital Limited', ['F and A Capital Limited']],
  [
    'Fig Capital Limited, Elm Advisory and Securities (India) Private Limited, Oak Ltd. and Ash LLP.',
    ['Fig Capital Limited', 'Elm Advisory and Securities (India) Private Limited', 'Oak Ltd.', 'Ash LLP'],
  ],
  ['Fig Limited, Elm Limited, and Oak Limited', ['Fig Limited', 'Elm Limited', 'Oak Limited']],
  ['Fig Limited, Elm Limited & Oak Limited,', ['Fig Limited', 'Elm Limited', 'Oak Limited']],
  ['Fig Limited; Elm Limited', ['Fig Limited', 'Elm Limited']],
  [
    'Fig Limited (formerly known as Elm and Oak Limited), Ash Limited (India)',
    ['Fig Limited (formerly known as Elm and Oak Limited)', 'Ash Limited (India)'],
  ],
])('the companies of %j', (text, names) => {
  expect(companiesFrom(text)).toEqual(names)
})

test.each(['', ' ', 'Fig and Sons', 'Fig Limited, Elm', 'Fig Limited (formerly Elm Limited, Oak Limited'])(
  'no companies are guessed from %j',
  (text) => {
    expect(companiesFrom(text)).toBeNull()
  },
)

test.each([
  'Fig Capital Limited Elm Advisors Limited',
  'Fig Limited / Elm Limited',
  'Fig Limited\nElm Limited',
  '1. Fig Limited 2. Elm Limited',
])('several companies without a separator are not one: %j', (text) => {
  expect(companiesFrom(text)).toBeNull()
})

test.each<[string, readonly string[] | null]>([
  ['Fig Limited^1 High Street||||||||a@b.example|A Person', ['Fig Limited']],
  ['Fig Limited', ['Fig Limited']],
  ['Fig Limited^||#Elm\nLimited^2 High Street||~Fig Limited^3||', ['Fig Limited', 'Elm Limited']],
  ['Fig Limited^Flat #3, High Street||', null],
  ['^1 High Street||', null],
  ['Fig Limited|a@b.example', null],
  ['#', null],
])('the companies packed in %j', (text, names) => {
  expect(packedCompaniesFrom(text)).toEqual(names)
})
