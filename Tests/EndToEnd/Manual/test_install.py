"""`make install` puts each file where the system looks for it, and `make uninstall` takes all of them away."""

from installation import Installation


def files(root):
    return {str(file.relative_to(root)) for file in root.rglob("*") if file.is_file()}


def test_uninstall_removes_what_install_put_there(tmp_path):
    installation = Installation(tmp_path)
    assert {
        "usr/bin/noteit", "usr/share/man/man1/noteit.1", "usr/share/man/man1/noteit-event.1", "usr/share/man/man8/noteitd.8",
        *(f"usr/share/{path}" for program in ("noteit", "noteitd") for path in (
            f"bash-completion/completions/{program}", f"zsh/site-functions/_{program}", f"fish/vendor_completions.d/{program}.fish")),
    } <= files(installation.root)
    assert all((installation.root / path).stat().st_size for path in files(installation.root))
    installation.make("uninstall")
    assert files(installation.root) == set()
