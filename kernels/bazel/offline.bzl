"""Stand-ins for the repositories that Bazel 4 would fetch from the web.

Even a plain cc_test asks for rules_cc, rules_java and remote_coverage_tools. The native rules are
enough here, so each stand-in only hands those on and a build needs no network. A workspace that
brings its own repository of one of these names keeps it.
"""

def _stub_impl(ctx):
    ctx.file("BUILD", ctx.attr.build)
    for path, text in ctx.attr.files.items():
        ctx.file(path, text)

_stub = repository_rule(
    implementation = _stub_impl,
    attrs = {"build": attr.string(), "files": attr.string_dict()},
)

def _native(rules):
    return "".join(["%s = native.%s\n" % (rule, rule) for rule in rules])

def offline_repositories():
    """Declares the stand-ins; call it before anything else in a WORKSPACE."""
    if not native.existing_rule("rules_cc"):
        _stub(name = "rules_cc", files = {"cc/BUILD": "", "cc/defs.bzl": _native([
            "cc_binary",
            "cc_import",
            "cc_library",
            "cc_test",
            "cc_toolchain",
            "cc_toolchain_suite",
        ])})
    if not native.existing_rule("rules_java"):
        _stub(name = "rules_java", files = {"java/BUILD": "", "java/defs.bzl": _native([
            "java_binary",
            "java_import",
            "java_library",
            "java_runtime",
            "java_toolchain",
        ])})
    if not native.existing_rule("remote_coverage_tools"):
        _stub(
            name = "remote_coverage_tools",
            build = "filegroup(name = 'coverage_report_generator', " +
                    "visibility = ['//visibility:public'])",
        )
    if not native.existing_rule("platforms"):
        # Of Debian's two copies only this one knows @platforms//:incompatible.
        native.local_repository(name = "platforms", path = "/usr/share/bazel/tools/platforms")
