"""The page's types are those of the contract."""

import contract_types


def test_the_declaration_is_that_of_the_contract():
    made = contract_types.declaration()
    assert contract_types.FILE.read_text() == made, "contract_types.py > client-web/contract.d.ts"
