import { Component, type ReactNode } from "react";

interface Props {
  readonly children: ReactNode;
}

export class FailedStudy extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="notice" role="alert">
        <p>This study could not be drawn. Its data and settings are kept.</p>
        <button type="button" onClick={() => this.setState({ failed: false })}>
          Draw it again
        </button>
      </div>
    );
  }
}
