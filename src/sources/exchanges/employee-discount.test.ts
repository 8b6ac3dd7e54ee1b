import { expect, test } from 'vitest'
import { employeeDiscountFrom } from './offer.ts'

test.each<[string, number | null]>([
  ['Rs. 80 per equity share to Eligible Employees', 8000],
  ['Rs.80/- per Equity Share to Eligible Employees', 8000],
  ['₹7.50 per equity share for the Eligible Employees', 750],
  ['/EMP Discount of Rs 39 -/', 3900],
  ['/Employee Discount of Rs 76 to Eligible Employees', 7600],
  ['/Discount of Rs 21/- available for Employees bidding in the Employee Reservation Portion', 2100],
  ['/Discount of Rs 5 for employees', 500],
  ['Rs. 80 per equity share', null],
  ['Rs. 80 per equity share to Retail Investors and Eligible Employees', null],
  ['Discount of 5% to Eligible Employees', null],
  ['Discount of 80 to Eligible Employees', null],
  ['Rs. 80 to Rs. 90 per equity share to Eligible Employees', null],
  ['Rs. 0 per equity share to Eligible Employees', null],
  ['Rs. 1,2 per equity share to Eligible Employees', null],
  ['Eligible Employees', null],
  ['', null],
])('the discount in %j is %s paise', (text, paise) => {
  expect(employeeDiscountFrom(text, null)).toBe(paise)
})

test('a discount is below the lowest price', () => {
  const text = 'Rs. 80 per equity share to Eligible Employees'
  expect(employeeDiscountFrom(text, 8001)).toBe(8000)
  expect(employeeDiscountFrom(text, 8000)).toBeNull()
})
