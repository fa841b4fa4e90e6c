/**
 * The provider {@code ssh}: a directory of a machine that is reached over SSH, and programs of the user there. Needs the
 * optional library {@code org.apache.sshd:sshd-osgi}.
 */
@NullMarked
package dev.cofferdam.provider.ssh;

import org.jspecify.annotations.NullMarked;
