"""A person as tables and their logs know one."""

import msgspec


class Who(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody with a key, or a guest."""

    id: str
    name: str
    guest: bool = False

    @property
    def account(self) -> str:
        """The account in the store; empty for a guest, who has none."""
        return "" if self.guest else self.id
